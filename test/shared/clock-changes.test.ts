import test from 'ava';
import { monotonicMs } from '#shared/clock.ts';
import { watchClock } from '#shared/clock-changes.ts';

test('a clock that is set forward or back is noticed, and small deviations are not', async (t) => {
  let setBy = 0;
  const clock = { now: () => new Date(1_800_000_000_000 + monotonicMs() + setBy) };
  let changes = 0;
  let noticed = Promise.withResolvers<void>();
  const end = watchClock(clock, 5, () => {
    changes += 1;
    noticed.resolve();
  });
  t.teardown(end);
  for (const by of [3_600_000, -7_200_000, 1_000]) {
    setBy += 100;
    noticed = Promise.withResolvers<void>();
    setBy += by;
    await noticed.promise;
  }
  t.is(changes, 3);
});
