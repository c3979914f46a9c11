/** At most this many percent of a battery are low, and so is one that is forecast to be empty within so many days. */
export const LOW_BATTERY_PERCENT = 15;
export const LOW_BATTERY_DAYS = 7;
/** What was low is low until it has reached both: charging, cold and the forecast waver. */
const FINE_PERCENT = 30;
const FINE_DAYS = 14;

/** A panel's battery as it was reported last. */
export interface Battery {
  percent: number;
  charging: boolean;
  /** Whole days until it is empty; null where that can't be told yet. */
  daysLeft: number | null;
}

/** Whether a battery should be charged soon: the one definition of low. One that is being charged does not become low. */
export function isBatteryLow({ percent, charging, daysLeft }: Battery, wasLow = false): boolean {
  const days = daysLeft ?? Number.POSITIVE_INFINITY;
  if (wasLow && (percent < FINE_PERCENT || (!charging && days < FINE_DAYS))) return true;
  return !charging && (percent <= LOW_BATTERY_PERCENT || days < LOW_BATTERY_DAYS);
}
