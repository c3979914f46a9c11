import test from 'ava';
import { throttledReporter } from '#shared/throttled-reporter.ts';

test('a repeated error is logged at once, then once a minute with its count', (t) => {
  const reports: [string, number][] = [];
  let now = 0;
  const complain = throttledReporter(
    (error, times) => reports.push([error.message, times]),
    () => now,
  );
  for (let n = 0; n < 1000; n++) complain(new Error(n % 2 ? 'refused' : 'timed out'));
  now = 60_000;
  for (let n = 0; n < 10; n++) complain(new Error('refused'));
  t.deepEqual(reports, [
    ['timed out', 1],
    ['refused', 1],
    ['refused', 500],
  ]);
});
