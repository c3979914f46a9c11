import type { Queryable } from '#shared/db/open.ts';
import { checkOwner } from '../authorise-display.ts';
import { presentBattery } from '../battery/present-battery.ts';
import type { DisplayContext } from '../context.ts';
import type { Device } from '../models/device.ts';
import { type DisplayRow, displayRows, presentDisplay } from '../present-display.ts';
import type { DisplayWithSettingsDto, OwnDisplayDto, SettingsDto } from './schemas.ts';

/** Reads the Display of the app surface. The caller has checked the owner. */
export async function readOwnDisplay(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  deviceId: string,
): Promise<OwnDisplayDto> {
  return presentOwnDisplay(context, await readRow(queryable, deviceId));
}

/** Like `readOwnDisplay`, with all settings. */
export async function readDisplayWithSettings(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  deviceId: string,
): Promise<DisplayWithSettingsDto> {
  const row = await readRow(queryable, deviceId);
  return { ...presentOwnDisplay(context, row), settings: presentSettings(row) };
}

async function readRow(queryable: Queryable, deviceId: string): Promise<DisplayRow> {
  const [row] = await displayRows(queryable).where('devices.id', deviceId);
  if (!row) throw new Error(`device ${deviceId} is gone`);
  return row;
}

/** The Display of the app surface. */
export function presentOwnDisplay(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  row: DisplayRow,
): OwnDisplayDto {
  const battery = presentBattery(context.clock.now(), row);
  return { ...presentDisplay(context, row), battery, ...wallSettings(row) };
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
  const { queuePolicy, toneExponent, tone, protocol, format } = device;
  const greys = protocol === 'mqtt' ? null : format === 'raw2' ? 4 : 2;
  return { queuePolicy, toneExponent, tone, ...wallSettings(device), greys };
}

function wallSettings({ timeZone, quietHours, dwellSeconds, pollSeconds, button }: Device) {
  return { timeZone, quietHours, dwellSeconds, pollSeconds, button };
}
