import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { checkOwner } from '../authorise-display.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';

/** A device that has an owner. */
export type OwnedDevice = Device & { userId: string; bindingId: string };

export function isOwned(device: Device): device is OwnedDevice {
  return device.userId !== null && device.bindingId !== null;
}

/** Every change of what a panel shows happens while its row is held like this, so that there is one at a time. */
export async function lockDevice(trx: Trx, deviceId: string): Promise<Device | undefined> {
  return Device.query(trx).findById(deviceId).forUpdate();
}

/**
 * Holds the user first: what the plan counts is written down for them later, and deletion of the account, which locks
 * the user before anything else, must not wait in a circle with us.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`
 */
export async function lockDisplay(
  { holdUser }: Pick<DisplayContext, 'holdUser'>,
  trx: Trx,
  userId: string,
  displayId: string,
): Promise<OwnedDevice> {
  await holdUser(trx, userId);
  const device = await lockDevice(trx, displayId);
  checkOwner(device, userId);
  return device as OwnedDevice;
}

/** Has the panel's gateway compare it once the transaction commits. */
export async function notifyPanelChanged(trx: Trx, deviceId: string): Promise<void> {
  await notify(trx, channels.panelChanged, deviceId);
}
