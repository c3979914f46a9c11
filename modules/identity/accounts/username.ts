import { randomNumber } from '#shared/ids.ts';

export const USERNAME = /^[A-Za-z0-9_.-]{3,32}$/;
const SUFFIX_DIGITS = 6;
const MAX_USERNAME_CHARACTERS = 32;

/** User names are unique whatever their case. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** `text` without accents and without whatever user names cannot hold. May be empty. */
function reduce(text: string): string {
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
 * User names to try, best first, for a person who signs up through a provider: the name if there is one, then it or
 * the local part of the address with a random suffix.
 */
export function* suggestUsernames(name: string | null, email: string): Generator<string> {
  const fromName = name === null ? '' : reduce(name);
  if (USERNAME.test(fromName)) yield fromName;
  const base = fromName || reduce(email.slice(0, email.lastIndexOf('@')));
  for (let attempt = 0; attempt < 10; attempt++) yield withSuffix(base);
}
