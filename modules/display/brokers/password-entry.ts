import { createHash } from 'node:crypto';
import { randomBuffer } from '#shared/ids.ts';

/** As Mosquitto 2.0 requires it: src/password_mosq.h. */
const SALT_BYTES = 12;

/**
 * The entry of a password in Mosquitto's password file, `$6$salt$SHA-512 of password and salt`. One round is enough for 256
 * random bits and costs the broker almost no time at each connect.
 */
export function passwordEntry(password: string): string {
  const salt = randomBuffer(SALT_BYTES);
  const hash = createHash('sha512').update(password).update(salt).digest('base64');
  return `$6$${salt.toString('base64')}$${hash}`;
}
