import { isBatteryLow } from '#shared/battery.ts';
import { percentOfVolts, voltsOfPercent } from '#shared/cell-voltage.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import { randomNumbers } from '#test/support/images.ts';
// Behind index.ts: the forecast is a pure function of readings, so a year is simulated without a database.
import { forecastEmpty, type Reading } from '../modules/display/battery/forecast-empty.ts';
import { KEEP_READINGS_DAYS, PERIOD_SECONDS } from '../modules/display/battery/keep-readings.ts';

const LIVES_DAYS = [15, 60, 180, 365];
/** The shares of a battery that are used when a forecast is made. */
const USED = [0.3, 0.5, 0.7, 0.85];
const SEEDS = 20;
/**
 * Warnings are searched for in the last part of a life and with fewer batteries, because each of its readings needs a
 * forecast.
 */
const WATCHED_FROM = 0.6;
const WATCHED_SEEDS = 4;

/**
 * The reading of a panel at `charge` percent. `wobble`, from -1 to 1, follows the temperature of the day; `noise` has
 * a normal distribution.
 */
type Report = (charge: number, wobble: number, noise: number) => number;

const REPORTS: Record<string, Report> = {
  /** With a wobble of one percent and noise of one percent. */
  'percents of the charge': (charge, wobble, noise) =>
    Math.min(100, Math.max(0, Math.round(charge + wobble + noise))),
  /** In hundredths, with a wobble of 5 mV and noise of 10 mV. */
  'volts of a cell': (charge, wobble, noise) =>
    percentOfVolts(Number((voltsOfPercent(charge) + 0.005 * wobble + 0.01 * noise).toFixed(2))),
};

/** The outcome of the forecasts for batteries with one kind of reading and one life. */
export interface ForecastOutcome {
  report: string;
  lifeDays: number;
  /** The error of nine of ten forecasts, as a share of the remaining time, for the worst share of use. */
  worstError: number;
  /** The shortest time in days from the warning of a low battery until it was empty. */
  leastWarningDays: number;
}

/**
 * Simulates batteries that last for 15 days to a year, with forecasts after 30 % to 85 % of their life. Each run
 * gives the same result.
 */
export function simulateBatteries(): ForecastOutcome[] {
  return Object.entries(REPORTS).flatMap(([report, of]) =>
    LIVES_DAYS.map((lifeDays) => ({
      ...{ report, lifeDays },
      worstError: Math.max(...USED.map((used) => ninetiethPercentile(errorsOf(of, lifeDays, used)))),
      leastWarningDays: Math.min(...seedsUpTo(WATCHED_SEEDS).map((seed) => warningDays(of, lifeDays, seed))),
    })),
  );
}

function errorsOf(report: Report, lifeDays: number, used: number): number[] {
  const now = lifeDays * used * DAY_MS;
  const left = lifeDays * DAY_MS - now;
  return seedsUpTo(SEEDS).map((seed) => {
    // A missing forecast counts as an error of the whole remaining time.
    const emptyAt = forecastEmpty(keptAt(now, readingsOf(report, lifeDays, seed))) ?? now;
    return Math.abs((emptyAt - now) / left - 1);
  });
}

/** Days from the first low reading to the end of the battery; 0 without a low reading. */
function warningDays(report: Report, lifeDays: number, seed: number): number {
  const readings = readingsOf(report, lifeDays, seed);
  const end = lifeDays * DAY_MS;
  const low = readings.find(({ at, percent }) => {
    if (at < WATCHED_FROM * end) return false;
    const emptyAt = forecastEmpty(keptAt(at, readings));
    const daysLeft = emptyAt === null ? null : Math.max(0, Math.floor((emptyAt - at) / DAY_MS));
    return isBatteryLow({ percent, charging: false, daysLeft });
  });
  return (end - (low?.at ?? end)) / DAY_MS;
}

/** The readings of a whole life without a random tenth of them. */
function readingsOf(report: Report, lifeDays: number, seed: number): Reading[] {
  const numbers = randomNumbers(seed * 7919 + lifeDays);
  const random = () => (numbers() + 1) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const warmest = random();
  const readings: Reading[] = [];
  for (let at = 0; at <= lifeDays * DAY_MS; at += PERIOD_SECONDS * 1000) {
    const isLost = random() < 0.1;
    const wobble = Math.sin(2 * Math.PI * (at / DAY_MS + warmest));
    const percent = report(100 * (1 - at / (lifeDays * DAY_MS)), wobble, normal());
    if (!isLost) readings.push({ at, percent });
  }
  return readings;
}

/** The readings that the product has kept until a moment. */
function keptAt(now: number, readings: Reading[]): Reading[] {
  return readings.filter(({ at }) => at <= now && at > now - KEEP_READINGS_DAYS * DAY_MS);
}

const seedsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function ninetiethPercentile(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] as number;
}
