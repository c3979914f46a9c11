import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';

/** Makes the panel's gateway reconcile it once the transaction commits. */
export async function notifyPanelChanged(trx: Trx, deviceId: string): Promise<void> {
  await notify(trx, channels.panelChanged, deviceId);
}
