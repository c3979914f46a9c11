import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { Device } from '../models/device.ts';

/**
 * Leaves a panel the password that it last used, and closes the window in which it could enrol: at each change of the
 * owner, so that nothing that was obtained before it is of use afterwards. Connections need not be closed: a panel's live
 * one always holds this password, because the first use of a newer one ends the older and supersedes its connection.
 * The caller holds the panel's row.
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
 * Closes every connection that a panel has, wherever it is held: its password has been replaced. One that is being
 * registered at this moment is refused, because registration checks the password while it holds the row, as the caller
 * does now.
 */
export async function closeConnections(trx: Trx, { id }: Pick<Device, 'id'>): Promise<void> {
  await trx('display.presence').where({ device_id: id }).del();
  await trx.raw(
    `select pg_notify('${channels.panelTakenOver}', ?::text || ':' || nextval('display.connection_epochs'))`,
    [id],
  );
}
