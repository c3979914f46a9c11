import test from 'ava';
import { backOffMs } from '#shared/back-off.ts';

test('each pause is twice the one before, up to the longest', (t) => {
  t.deepEqual(
    [0, 1, 2, 3, 4, 1000].map((attempt) => backOffMs(attempt, 100, 900)),
    [100, 200, 400, 800, 900, 900],
  );
});
