import { createHash } from 'node:crypto';
import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { randomBuffer } from '#shared/ids.ts';
import { Device } from '../models/device.ts';

/**
 * Makes external brokers accept this password of the panel instead of an older one: a broker stores one password per panel.
 * For a panel with an owner it is the newer password, which is pending until it is used. The caller has locked the device's row.
 */
export async function admitToBroker(
  trx: Trx,
  { id, userId }: Pick<Device, 'id' | 'userId'>,
  password: string,
): Promise<void> {
  const entry = passwordEntry(password);
  await Device.query(trx)
    .findById(id)
    .patch(userId ? { nextBrokerEntry: entry } : { brokerEntry: entry, nextBrokerEntry: null });
  await notify(trx, channels.brokerAccountsChanged, '');
}

/** As Mosquitto 2.0 requires it: src/password_mosq.h. */
const SALT_BYTES = 12;

/**
 * The entry of a password in Mosquitto's password file, `$6$salt$SHA-512 of password and salt`. One round is enough for 256
 * random bits and costs the broker almost no time at each connect.
 */
function passwordEntry(password: string): string {
  const salt = randomBuffer(SALT_BYTES);
  const hash = createHash('sha512').update(password).update(salt).digest('base64');
  return `$6$${salt.toString('base64')}$${hash}`;
}
