import { createHash } from 'node:crypto';
import { randomBuffer } from '#shared/ids.ts';

/** As Mosquitto wants it, src/password_mosq.h of 2.0. */
const SALT_BYTES = 12;

/**
 * A password as Mosquitto's password file keeps it, `$6$salt$SHA-512 of password and salt`: one round, which is enough
 * for 256 random bits and costs the broker next to nothing at each connect.
 */
export function passwordEntry(password: string): string {
  const salt = randomBuffer(SALT_BYTES);
  const hash = createHash('sha512').update(password).update(salt).digest('base64');
  return `$6$${salt.toString('base64')}$${hash}`;
}
