import { createKeys } from '../keys.ts';
import type { Db } from './open.ts';

export const SECRET_CHECK_TEXT = 'placard installation';

/** The database was set up with another secret, so stored values could not be decrypted or verified. */
export class WrongSecretError extends Error {
  constructor() {
    super(
      'PLACARD_SECRET is not the one this database was set up with. Put the original secret back (with `make run` it is kept in DATA_DIR).',
    );
    this.name = 'WrongSecretError';
  }
}

/** Binds a new database to the secret. @throws {WrongSecretError} when it is bound to another secret */
export async function bindSecret(db: Db, secret: string): Promise<void> {
  const check = createKeys(secret).sign('secret-check', SECRET_CHECK_TEXT);
  await db('platform.installation').insert({ secret_check: check }).onConflict().ignore();
  await checkSecret(db, secret);
}

/** @throws {WrongSecretError} */
export async function checkSecret(db: Db, secret: string): Promise<void> {
  const row = await db('platform.installation').first<{ secret_check: string }>('secret_check');
  if (row && !createKeys(secret).verify('secret-check', SECRET_CHECK_TEXT, row.secret_check))
    throw new WrongSecretError();
}
