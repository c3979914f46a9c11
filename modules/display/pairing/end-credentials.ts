import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { Device } from '../models/device.ts';

/**
 * Ends all passwords of a panel except the one that it last used, and closes its enrolment window. Called at each change of
 * the owner, so that credentials obtained before are useless afterwards. Connections need not be closed: the live one has
 * that password, because the first use of a newer password supersedes the older connection. The caller has locked the device.
 */
export async function endUnusedCredentials(trx: Trx, { id }: Pick<Device, 'id'>): Promise<void> {
  await Device.query(trx).findById(id).patch({
    nextSecretHash: null,
    nextBrokerEntry: null,
    nextIssuedAt: null,
    enrollmentOpenUntil: null,
  });
  await notify(trx, channels.brokerAccountsChanged, '');
}

/**
 * Closes every connection of a panel at any gateway, because its password was replaced. A connection that is being
 * registered is refused, because registration checks the password under the lock of the device, which the caller holds.
 */
export async function closeConnections(trx: Trx, { id }: Pick<Device, 'id'>): Promise<void> {
  await trx('display.presence').where({ device_id: id }).del();
  await trx.raw(
    `select pg_notify('${channels.panelTakenOver}', ?::text || ':' || nextval('display.connection_epochs'))`,
    [id],
  );
}
