import { raw } from 'objection';
import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from './context.ts';
import { announcedDisconnect } from './delivery/announced-disconnect.ts';
import { HELD_UNTIL } from './delivery/connected-time.ts';
import { Device } from './models/device.ts';
import { PANEL_VIEWPORT } from './output-profile.ts';
import type { DisplayDto } from './schemas.ts';

/** A device with the joined columns of a Display. */
export type DisplayRow = Device & {
  /** Until when the connection counts as held. */
  leaseUntil: Date | null;
  /** The current presentation; null also when it was deleted with its content. */
  existingCurrentId: string | null;
  /** When its battery will be empty; null without a forecast. */
  emptyAt: Date | null;
};

/** Devices with their presence: the query of every Display in a response. */
export function displayRows(queryable: Queryable) {
  return Device.query(queryable)
    .select(
      'devices.*',
      raw(`${HELD_UNTIL} as lease_until`),
      'current.id as existing_current_id',
      'forecast.empty_at',
    )
    .leftJoin('display.presence as live', 'live.device_id', 'devices.id')
    .leftJoin('display.gateways as gateway', 'gateway.id', 'live.gateway_id')
    .leftJoin('display.presentations as current', 'current.id', 'devices.current_presentation_id')
    .leftJoin('display.battery_forecasts as forecast', 'forecast.device_id', 'devices.id')
    .castTo<DisplayRow[]>();
}

/** Reads the Display of a device. The caller has checked the owner. */
export async function readDisplayById(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  deviceId: string,
): Promise<DisplayDto> {
  const [row] = await displayRows(queryable).where('devices.id', deviceId);
  if (!row) throw new Error(`device ${deviceId} is gone`);
  return presentDisplay(context, row);
}

export function presentDisplay(
  { clock, config }: Pick<DisplayContext, 'clock' | 'config'>,
  row: DisplayRow,
): DisplayDto {
  const now = clock.now();
  const until = onlineUntil(config, row);
  return {
    id: row.id,
    hardwareId: row.hardwareId,
    thingName: row.thingName,
    name: row.nickname || row.thingName,
    nickname: row.nickname,
    firmware: row.firmware,
    batteryPercent: row.batteryPercent,
    online: until !== null && until >= now,
    lastSeenAt: isoOrNull(row.lastSeenAt),
    stateUpdatedAt: isoOrNull(row.stateUpdatedAt),
    boundAt: isoOrNull(row.boundAt),
    tags: row.tags,
    syncIntervalMinutes: null,
    nextSyncAt: null,
    currentPresentationId: row.existingCurrentId,
    currentPresentationUpdatedAt: row.existingCurrentId ? isoOrNull(row.currentSince) : null,
    pendingPresentationId: row.pendingPresentationId,
    capabilities: {
      pixelWidth: PANEL_VIEWPORT.width,
      pixelHeight: PANEL_VIEWPORT.height,
      orientation: 'landscape',
      colorMode: 'mono',
      supportedImageContentTypes: ['image/png', 'image/jpeg'],
      supportedOutputFormats: ['png', 'raw2', 'raw4'],
    },
  };
}

/** Returns until when a panel counts as online without another message; null if it has announced its disconnect. */
export function onlineUntil(
  { ONLINE_WINDOW_SECONDS }: Pick<DisplayContext['config'], 'ONLINE_WINDOW_SECONDS'>,
  row: Pick<DisplayRow, 'lastSeenAt' | 'leaseUntil' | 'state' | 'stateUpdatedAt'>,
): Date | null {
  if (announcedDisconnect(row)) return null;
  const seenUntil = row.lastSeenAt && addSeconds(row.lastSeenAt, ONLINE_WINDOW_SECONDS);
  const times = [seenUntil, row.leaseUntil].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.max(...times.map(Number)));
}

function isoOrNull(date: Date | null): string | null {
  return date ? date.toISOString() : null;
}
