import test from 'ava';
import { simulateBatteries } from '#bench/battery-lives.ts';
import { isBatteryLow } from '#shared/battery.ts';
import { percentOfVolts, voltsOfPercent } from '#shared/cell-voltage.ts';
// Behind index.ts: the forecast is a pure function of readings of months.
import { forecastEmpty } from '../../../../modules/display/battery/forecast-empty.ts';
import { PERIOD_SECONDS } from '../../../../modules/display/battery/keep-readings.ts';

const PERIOD = PERIOD_SECONDS * 1000;

test('forecasts are within 15 % for any kind of reading and any battery life, and the battery is called low in time', (t) => {
  const outcomes = simulateBatteries();
  t.is(outcomes.length, 8);
  for (const { report, lifeDays, worstError, leastWarningDays } of outcomes) {
    const what = `${report}, ${lifeDays} days`;
    t.true(worstError < 0.15, `${what}: nine of ten within ${worstError}`);
    t.true(leastWarningDays >= 5, `${what}: ${leastWarningDays} days before it is empty`);
  }
});

test('a forecast begins again after a charge, once there are enough readings', (t) => {
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

test('percent and volts of a cell convert into each other, and are clamped at the ends', (t) => {
  for (let percent = 0; percent <= 100; percent++) t.is(percentOfVolts(voltsOfPercent(percent)), percent);
  t.deepEqual([0, 3, 4.2, 4.3, 10].map(percentOfVolts), [0, 0, 100, 100, 100]);
});

test('a battery is low at 15 % or one week, not while it charges, until it has 30 % and two weeks', (t) => {
  const low = (percent: number, daysLeft: number | null, charging = false, wasLow = false) =>
    isBatteryLow({ percent, daysLeft, charging }, wasLow);
  t.deepEqual([low(15, null), low(15.4, null), low(60, 6), low(60, 7)], [true, false, true, false]);
  t.deepEqual([low(10, 3, true), low(10, 3, true, true), low(30, 3, true, true)], [false, true, false]);
  t.deepEqual(
    [low(29, null, false, true), low(30, 13, false, true), low(30, 14, false, true)],
    [true, true, false],
  );
});
