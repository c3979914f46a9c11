import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { Device } from '../models/device.ts';
import { passwordEntry } from './password-entry.ts';

/**
 * Has external brokers let the panel in with this password, and with no older one: a broker knows one password a
 * panel. The caller holds the panel's row.
 */
export async function admitToBroker(trx: Trx, { id }: Pick<Device, 'id'>, password: string): Promise<void> {
  await Device.query(trx)
    .findById(id)
    .patch({ brokerEntry: passwordEntry(password) });
  await notify(trx, channels.brokerAccountsChanged, '');
}
