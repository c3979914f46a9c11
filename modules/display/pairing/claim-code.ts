import { randomText } from '#shared/ids.ts';

/** Capitals and digits that are not mistaken for each other: without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = 'ACDEFGHJKMNPQRTWXY34679';
const LENGTH = 6;

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** 23^6, about 148 million: with ten tries in 15 minutes an account cannot find one by guessing. */
export function newClaimCode(): string {
  return randomText(LENGTH, ALPHABET);
}

/** A code as a person typed it: any case, with spaces or hyphens. Null when it cannot be one. */
export function readClaimCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}
