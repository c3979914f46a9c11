import type { Trx } from '#shared/db/open.ts';
import { checkOwner } from '../authorise-display.ts';
import type { DisplayContext } from '../context.ts';
import { displayNotFound } from '../errors.ts';
import { Device, type OwnedDevice } from '../models/device.ts';

/** Every change of what a panel shows happens while its row is held like this, so that there is one at a time. */
export async function lockDevice(trx: Trx, deviceId: string): Promise<Device | undefined> {
  return Device.query(trx).findById(deviceId).forUpdate();
}

/**
 * Locks the user first (see `inUserTransaction`): units of the plan are counted for them later in the transaction.
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
