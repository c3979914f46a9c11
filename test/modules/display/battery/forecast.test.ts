import test from 'ava';
import { isBatteryLow } from '#shared/battery.ts';
import { percentOfVolts, voltsOfPercent } from '#shared/cell-voltage.ts';
import { randomNumbers } from '#test/support/images.ts';
import { forecastEmpty, type Reading } from '../../../../modules/display/battery/forecast-empty.ts';
import { KEEP_READINGS_DAYS, PERIOD_SECONDS } from '../../../../modules/display/battery/keep-readings.ts';

const DAY = 86_400_000;
const PERIOD = PERIOD_SECONDS * 1000;
const SEEDS = 8;

/** What a panel reports of `charge` percent: `wobble` follows the warmth of the day, -1 to 1, `noise` is normal. */
type Report = (charge: number, wobble: number, noise: number) => number;

/** Percents of the charge, with a wobble of a percent and noise of as much. */
const asPercent: Report = (charge, wobble, noise) =>
  Math.min(100, Math.max(0, Math.round(charge + wobble + noise)));
/** The volts of a cell in hundredths, with a wobble of 5 mV and noise of 10 mV. */
const asVolts: Report = (charge, wobble, noise) =>
  percentOfVolts(Number((voltsOfPercent(charge) + 0.005 * wobble + 0.01 * noise).toFixed(2)));

/** Readings of a battery that lasts so many days, a tenth of them left out, until so much of it is used. */
function readingsOf(report: Report, days: number, used: number, seed: number): Reading[] {
  const numbers = randomNumbers(seed);
  const random = () => (numbers() + 1) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const warmest = random();
  const readings: Reading[] = [];
  for (
    let at = Math.max(0, (days * used - KEEP_READINGS_DAYS) * DAY);
    at <= days * used * DAY;
    at += PERIOD
  ) {
    if (random() < 0.1) continue;
    const wobble = Math.sin(2 * Math.PI * (at / DAY + warmest));
    readings.push({ at, percent: report(100 * (1 - at / (days * DAY)), wobble, normal()) });
  }
  return readings;
}

/** By what share of the time that is left forecasts are wrong, least first; without one it is all of it. */
function errorsOf(report: Report, lives: number[]): number[] {
  const errors: number[] = [];
  for (const days of lives)
    for (const used of [0.3, 0.5, 0.7])
      for (let seed = 1; seed <= SEEDS; seed++) {
        const now = days * used * DAY;
        const emptyAt = forecastEmpty(readingsOf(report, days, used, seed * 7919 + days)) ?? now;
        errors.push(Math.abs((emptyAt - now) / (days * DAY - now) - 1));
      }
  return errors.sort((a, b) => a - b);
}

const quantile = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] as number;

for (const { what, report, lives } of [
  { what: 'percents of the charge', report: asPercent, lives: [15, 60, 180, 365] },
  { what: 'volts of a cell', report: asVolts, lives: [15, 60, 180] },
])
  test(`from ${what}, nine forecasts of ten are within 15 %, and half within 5 %`, (t) => {
    const errors = errorsOf(report, lives);
    t.log(`median ${quantile(errors, 0.5).toFixed(3)}, p90 ${quantile(errors, 0.9).toFixed(3)}`);
    t.true(quantile(errors, 0.5) < 0.05);
    t.true(quantile(errors, 0.9) < 0.15);
  });

test('a forecast begins anew with a charge, and waits until there is enough to tell', (t) => {
  const falling = (from: number, count: number, start = 0) =>
    Array.from({ length: count }, (_, n) => ({ at: start + n * PERIOD, percent: from - n }));
  t.is(forecastEmpty([]), null);
  t.is(forecastEmpty(falling(90, 11)), null);
  const used = falling(90, 40);
  t.is(forecastEmpty(used), 90 * PERIOD);
  t.is(forecastEmpty(used.map((one) => ({ ...one, percent: 90 }))), null, 'it does not fall');
  const charged = [...used, ...falling(100, 20, 40 * PERIOD)];
  t.is(forecastEmpty(charged), 140 * PERIOD);
  t.is(forecastEmpty(charged.slice(0, 50)), null, 'too few since the charge');
  const wrong = used.map((one, n) => (n === 20 ? { ...one, percent: 0 } : one));
  t.true(Math.abs((forecastEmpty(wrong) as number) / (90 * PERIOD) - 1) < 0.01);
});

test('percents and volts of a cell are each other, and hold at the ends', (t) => {
  for (let percent = 0; percent <= 100; percent++) t.is(percentOfVolts(voltsOfPercent(percent)), percent);
  t.deepEqual([0, 3, 4.2, 4.3, 10].map(percentOfVolts), [0, 0, 100, 100, 100]);
});

test('low is 15 % or a week, not while it is charged, and is over at 30 % and two weeks', (t) => {
  const low = (percent: number, daysLeft: number | null, charging = false, wasLow = false) =>
    isBatteryLow({ percent, daysLeft, charging }, wasLow);
  t.deepEqual([low(15, null), low(15.4, null), low(60, 6), low(60, 7)], [true, false, true, false]);
  t.deepEqual([low(10, 3, true), low(10, 3, true, true), low(30, 3, true, true)], [false, true, false]);
  t.deepEqual(
    [low(29, null, false, true), low(30, 13, false, true), low(30, 14, false, true)],
    [true, true, false],
  );
});
