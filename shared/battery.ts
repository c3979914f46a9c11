/** A battery is low at this percentage or below, and when it is forecast to be empty within this number of days. */
export const LOW_BATTERY_PERCENT = 15;
export const LOW_BATTERY_DAYS = 7;
/** A low battery stays low until it has reached both, because charging, cold and the forecast make the values fluctuate. */
const FINE_PERCENT = 30;
const FINE_DAYS = 14;

/** The last report of a panel's battery. */
export interface Battery {
  percent: number;
  charging: boolean;
  /** Whole days until it is empty; null while there is no forecast. */
  daysLeft: number | null;
}

/** Whether a battery should be charged soon: the only definition of low. A battery that is charging does not become low. */
export function isBatteryLow({ percent, charging, daysLeft }: Battery, wasLow = false): boolean {
  const days = daysLeft ?? Number.POSITIVE_INFINITY;
  if (wasLow && (percent < FINE_PERCENT || (!charging && days < FINE_DAYS))) return true;
  return !charging && (percent <= LOW_BATTERY_PERCENT || days < LOW_BATTERY_DAYS);
}
