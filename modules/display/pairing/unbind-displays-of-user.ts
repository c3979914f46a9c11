import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { Device, type OwnedDevice } from '../models/device.ts';
import { unbindDevice } from './unbind-display.ts';

/** Ends the user's ownership of every display. The caller has locked the user. */
export async function unbindDisplaysOfUser(context: DisplayContext, trx: Trx, userId: string): Promise<void> {
  const devices = await Device.query(trx).where({ user_id: userId }).orderBy('id').forUpdate();
  for (const device of devices) await unbindDevice(context, trx, device as OwnedDevice);
}
