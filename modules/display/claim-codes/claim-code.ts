import { randomText } from '#shared/ids.ts';

/** Capitals and digits without those that look alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = 'ACDEFGHJKMNPQRTWXY34679';
const CODE_LENGTH = 6;

const CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** 23^6 codes, about 148 million: with ten attempts in 15 minutes an account cannot guess one. */
export function newClaimCode(): string {
  return randomText(CODE_LENGTH, ALPHABET);
}

/** Normalizes a typed code: any case, with spaces or hyphens. Null if it cannot be a code. */
export function readClaimCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}
