/**
 * Resting voltage of a lithium polymer cell, from empty to full in steps of 5 % of its charge. Between 10 % and 60 % it
 * changes by less than 0.2 V: a straight line from 4.2 V to 3 V would give 50 % when 10 % is left.
 */
const VOLTS = [
  ...[3.27, 3.61, 3.69, 3.71, 3.73, 3.75, 3.77, 3.79, 3.8, 3.82, 3.84],
  ...[3.85, 3.87, 3.91, 3.95, 3.98, 4.02, 4.08, 4.11, 4.15, 4.2],
];
const STEP_PERCENT = 100 / (VOLTS.length - 1);

/** Returns the charge of a cell with this voltage, in whole percent. */
export function percentOfVolts(volts: number): number {
  const index = VOLTS.findIndex((one) => one >= volts);
  if (index === -1) return 100;
  if (index === 0) return 0;
  const [low, high] = VOLTS.slice(index - 1, index + 1) as [number, number];
  return Math.round((index - 1 + (volts - low) / (high - low)) * STEP_PERCENT);
}

/** Returns the voltage of a cell with this charge, in percent from 0 to 100. */
export function voltsOfPercent(percent: number): number {
  const index = Math.min(Math.floor(percent / STEP_PERCENT), VOLTS.length - 2);
  const [low, high] = VOLTS.slice(index, index + 2) as [number, number];
  return low + (percent / STEP_PERCENT - index) * (high - low);
}
