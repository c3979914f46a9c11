import { type Battery, isBatteryLow } from '#shared/battery.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import type { DisplayRow } from '../present-display.ts';

export interface DisplayBattery extends Battery {
  low: boolean;
}

/** The battery of a display; null for a panel without one. */
export function presentBattery(
  now: Date,
  { batteryPercent, charging, emptyAt }: Pick<DisplayRow, 'batteryPercent' | 'charging' | 'emptyAt'>,
): DisplayBattery | null {
  if (batteryPercent === null) return null;
  const daysLeft = emptyAt && Math.max(0, Math.floor((emptyAt.getTime() - now.getTime()) / DAY_MS));
  const battery = { percent: batteryPercent, charging: charging === true, daysLeft };
  return { ...battery, low: isBatteryLow(battery) };
}
