import { randomToken } from '#shared/ids.ts';
import { equalStrings, sha256 } from '#shared/keys.ts';

/** 256 random bits: nothing to guess, so a plain hash is enough, and connecting costs no more than a look-up. */
export function newPanelPassword(): { password: string; hash: string } {
  const password = randomToken(32);
  return { password, hash: sha256(password) };
}

/** Takes the same time wherever the hashes differ. */
export function matchesSecret(password: string, hash: string | null): boolean {
  return hash !== null && equalStrings(sha256(password), hash);
}
