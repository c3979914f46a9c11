import { randomToken } from '#shared/ids.ts';
import { equalStrings, sha256 } from '#shared/keys.ts';

/** 256 random bits cannot be guessed, so a plain hash is sufficient and checking it is cheap. */
export function newPanelPassword(): { password: string; hash: string } {
  const password = randomToken(32);
  return { password, hash: sha256(password) };
}

/** Compares in constant time. */
export function matchesSecret(password: string, hash: string | null): boolean {
  return hash !== null && equalStrings(sha256(password), hash);
}
