import { randomNumber } from '#shared/ids.ts';

export const USERNAME = /^[A-Za-z0-9_.-]{3,32}$/;
const SUFFIX_DIGITS = 6;
const MAX_USERNAME_CHARACTERS = 32;

/** User names that differ only in case have the same key. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** Removes accents and characters that user names cannot have. May return an empty text. */
function removeInvalid(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .slice(0, MAX_USERNAME_CHARACTERS);
}

function withSuffix(base: string): string {
  const suffix = String(randomNumber(10 ** SUFFIX_DIGITS)).padStart(SUFFIX_DIGITS, '0');
  return `${base.slice(0, MAX_USERNAME_CHARACTERS - SUFFIX_DIGITS - 1) || 'user'}-${suffix}`;
}

/**
 * User names to try, best first, for a sign-up through a provider: the name if there is one, then the name or the local
 * part of the address with a random suffix.
 */
export function* suggestUsernames(name: string | null, email: string): Generator<string> {
  const fromName = name === null ? '' : removeInvalid(name);
  if (USERNAME.test(fromName)) yield fromName;
  const base = fromName || removeInvalid(email.slice(0, email.lastIndexOf('@')));
  for (let attempt = 0; attempt < 10; attempt++) yield withSuffix(base);
}
