import { isBatteryLow } from '#shared/battery.ts';
import { percentOfVolts, voltsOfPercent } from '#shared/cell-voltage.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import { randomNumbers } from '#test/support/images.ts';
// Behind index.ts: the forecast is a pure function of readings, so a year is simulated without a database.
import { forecastEmpty, type Reading } from '../modules/display/battery/forecast-empty.ts';
import { KEEP_READINGS_DAYS, PERIOD_SECONDS } from '../modules/display/battery/keep-readings.ts';

const LIVES_DAYS = [15, 60, 180, 365];
/** How much of a battery is used when a forecast is made. */
const USED = [0.3, 0.5, 0.7, 0.85];
const SEEDS = 20;
/** Warnings are looked for in the last part of a life, by fewer batteries: each of its readings has a forecast. */
const WATCHED_FROM = 0.6;
const WATCHED_SEEDS = 4;

/** What a panel reports of `charge` percent: `wobble` follows the warmth of the day, -1 to 1, `noise` is normal. */
type Report = (charge: number, wobble: number, noise: number) => number;

const REPORTS: Record<string, Report> = {
  /** With a wobble of a percent and noise of as much. */
  'percents of the charge': (charge, wobble, noise) =>
    Math.min(100, Math.max(0, Math.round(charge + wobble + noise))),
  /** In hundredths, with a wobble of 5 mV and noise of 10 mV. */
  'volts of a cell': (charge, wobble, noise) =>
    percentOfVolts(Number((voltsOfPercent(charge) + 0.005 * wobble + 0.01 * noise).toFixed(2))),
};

/** What forecasts come to of batteries that report one thing and last for so long. */
export interface ForecastOutcome {
  report: string;
  lifeDays: number;
  /** By what share of the time that is left nine of ten forecasts are wrong at most, where that is the most. */
  worstError: number;
  /** How many days before it was empty a battery was called low, at least. */
  leastWarningDays: number;
}

/** Batteries that last for 15 days to a year, with a forecast after 30 % to 85 % of it. The same at each run. */
export function simulateBatteries(): ForecastOutcome[] {
  return Object.entries(REPORTS).flatMap(([report, of]) =>
    LIVES_DAYS.map((lifeDays) => ({
      ...{ report, lifeDays },
      worstError: Math.max(...USED.map((used) => ninthOfTen(errorsOf(of, lifeDays, used)))),
      leastWarningDays: Math.min(...seedsUpTo(WATCHED_SEEDS).map((seed) => warningDays(of, lifeDays, seed))),
    })),
  );
}

function errorsOf(report: Report, lifeDays: number, used: number): number[] {
  const now = lifeDays * used * DAY_MS;
  const left = lifeDays * DAY_MS - now;
  return seedsUpTo(SEEDS).map((seed) => {
    // A missing forecast counts as wrong by the whole time.
    const emptyAt = forecastEmpty(keptAt(now, readingsOf(report, lifeDays, seed))) ?? now;
    return Math.abs((emptyAt - now) / left - 1);
  });
}

/** Days from the first reading at which a battery is low to its end; 0 where it never was. */
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

/** Readings of a whole life, a tenth of them left out. */
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

/** What is kept of readings at a moment. */
function keptAt(now: number, readings: Reading[]): Reading[] {
  return readings.filter(({ at }) => at <= now && at > now - KEEP_READINGS_DAYS * DAY_MS);
}

const seedsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function ninthOfTen(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] as number;
}
