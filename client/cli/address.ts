import { usageError } from './exit-codes.ts';

export const DEFAULT_ADDRESS = 'http://localhost:3000/';

/**
 * The address of a box in the one form in which addresses are compared: with a scheme, http when none was given, and
 * a slash at its end.
 * @throws {CommandError} of exit code 2
 */
export function boxAddress(typed: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usageError(`"${typed}" is not the address of a box.`, 'It looks like http://box:3000.');
  if (url.username || url.password)
    throw usageError('The address must not hold a name or a password.', '`placard login` asks for them.');
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/*$/, '/');
}
