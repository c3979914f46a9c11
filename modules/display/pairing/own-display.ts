import type { Queryable } from '#shared/db/open.ts';
import { checkOwner } from '../authorise-display.ts';
import type { DisplayContext } from '../context.ts';
import type { Device } from '../models/device.ts';
import { displayRows, presentDisplay } from '../present-display.ts';
import type { OwnDisplayDto, SettingsDto } from './schemas.ts';

/** The Display of a device that the caller is known to own, with its settings. */
export async function readOwnDisplay(
  context: DisplayContext,
  queryable: Queryable,
  deviceId: string,
): Promise<OwnDisplayDto> {
  const [row] = await displayRows(queryable).where('devices.id', deviceId);
  if (!row) throw new Error(`device ${deviceId} is gone`);
  return { ...presentDisplay(context, row), settings: presentSettings(row) };
}

/** @throws {AppError} `404 display_not_found`, `403 access_denied` */
export async function readSettings(
  { db }: DisplayContext,
  { userId, displayId }: { userId: string; displayId: string },
): Promise<SettingsDto> {
  const [row] = await displayRows(db).where('devices.id', displayId);
  checkOwner(row, userId);
  return presentSettings(row);
}

function presentSettings(device: Device): SettingsDto {
  const { queuePolicy, toneExponent, tone, pollSeconds, button, protocol, format } = device;
  const greys = protocol === 'mqtt' ? null : format === 'raw2' ? 4 : 2;
  return { queuePolicy, toneExponent, tone, pollSeconds, button, greys };
}
