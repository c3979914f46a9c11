import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { Device } from '../models/device.ts';
import { passwordEntry } from './password-entry.ts';

/**
 * Has external brokers let the panel in with this password, and with no older one: a broker knows one password a
 * panel. That of a panel with an owner is its newer one until it is used. The caller holds the panel's row.
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
