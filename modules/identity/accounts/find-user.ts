import type { Queryable } from '#shared/db/open.ts';
import { User } from '../models/user.ts';
import { parseEmail } from './email.ts';
import { usernameKey } from './username.ts';

/** Finds the user with this e-mail address or user name, in any spelling. A user name never contains an `@`. */
export async function findUser(queryable: Queryable, identifier: string): Promise<User | undefined> {
  const key = identifierKey(identifier);
  return User.query(queryable).findOne(key.includes('@') ? { email_key: key } : { username_key: key });
}

/** Returns the same key for all spellings of an identifier. */
export function identifierKey(identifier: string): string {
  if (!identifier.includes('@')) return usernameKey(identifier.trim());
  return parseEmail(identifier, 'any')?.key ?? identifier.trim().toLowerCase();
}
