import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { Device } from '../models/device.ts';
import { passwordEntry } from './password-entry.ts';

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
