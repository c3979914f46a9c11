import type { Trx } from '#shared/db/open.ts';
import { checkOwner } from './authorise-display.ts';
import type { DisplayContext } from './context.ts';
import { displayNotFound } from './errors.ts';
import { Device, type OwnedDevice } from './models/device.ts';

/** Locks a device. Every change of its wanted picture takes this lock, so that there is one change at a time. */
export async function lockDevice(trx: Trx, deviceId: string): Promise<Device | undefined> {
  return Device.query(trx).findById(deviceId).forUpdate();
}

/**
 * Locks the user first (see `inUserTransaction`), because the transaction later counts units of the user's plan.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`
 */
export async function lockDisplay(
  { requireUser }: Pick<DisplayContext, 'requireUser'>,
  trx: Trx,
  userId: string,
  displayId: string,
): Promise<OwnedDevice> {
  await requireUser(trx, userId, displayNotFound);
  const device = await lockDevice(trx, displayId);
  checkOwner(device, userId);
  return device as OwnedDevice;
}
