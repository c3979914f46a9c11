import test from 'ava';
import { addSeconds } from '#shared/clock.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import type { AppError } from '#shared/errors.ts';
import {
  memoryRateLimiter,
  type RateLimiter,
  storedRateLimiter,
  unlimitedRateLimiter,
} from '#shared/http/rate-limit.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { type HeldClock, holdClock } from './http-stand.ts';

let database: TestDatabase;
let db: Db;
test.before(async () => {
  database = await createTestDatabase();
  db = openDb(database.url, 'test', 10);
});
test.after.always(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Seconds to wait when the hit was refused, null when it was taken. */
async function hit(limiter: RateLimiter, key: string, limit = 10): Promise<number | null> {
  try {
    await limiter.take(key, { limit, windowSeconds: 60 });
    return null;
  } catch (error) {
    return Number((error as AppError).headers['Retry-After']);
  }
}

const makers: Record<string, (clock: HeldClock) => RateLimiter> = {
  memory: (clock) => memoryRateLimiter(clock),
  stored: (clock) => storedRateLimiter(db, clock),
};

for (const [kind, make] of Object.entries(makers)) {
  test(`${kind}: of 50 callers at once exactly as many pass as the limit says`, async (t) => {
    const limiter = make(holdClock());
    const waits = await Promise.all(Array.from({ length: 50 }, () => hit(limiter, `${kind} parallel`, 20)));
    t.is(waits.filter((wait) => wait === null).length, 20);
    t.true(waits.every((wait) => wait === null || wait >= 1));
  });

  test(`${kind}: the window slides`, async (t) => {
    const clock = holdClock('2026-11-20T10:00:59Z');
    const limiter = make(clock);
    for (let i = 0; i < 10; i++) t.is(await hit(limiter, `${kind} slide`), null);
    clock.at = new Date('2026-11-20T10:01:01Z');
    t.not(await hit(limiter, `${kind} slide`), null);
    clock.at = new Date('2026-11-20T10:01:30Z'); // half of the last minute's ten still count
    for (let i = 0; i < 5; i++) t.is(await hit(limiter, `${kind} slide`), null);
    t.not(await hit(limiter, `${kind} slide`), null);
    clock.at = new Date('2026-11-20T10:05:00Z');
    for (let i = 0; i < 10; i++) t.is(await hit(limiter, `${kind} slide`), null);
  });

  test(`${kind}: a clock that was set back refuses no one for that time`, async (t) => {
    const clock = holdClock('2026-11-20T10:00:30Z');
    const limiter = make(clock);
    for (let i = 0; i < 10; i++) await hit(limiter, `${kind} set back`);
    clock.at = new Date('2026-11-20T07:00:30Z');
    const wait = (await hit(limiter, `${kind} set back`)) ?? 0;
    t.true(wait <= 120, `${wait} s`);
    clock.at = new Date('2026-11-20T07:03:00Z');
    for (let i = 0; i < 10; i++) t.is(await hit(limiter, `${kind} set back`), null);
    t.not(await hit(limiter, `${kind} set back`), null, 'and counted as ever');
  });

  test(`${kind}: Retry-After is when a hit fits again, to the second`, async (t) => {
    for (const second of [0, 7, 30, 59]) {
      const start = new Date(Date.UTC(2026, 10, 20, 10, 0, second));
      const clock = holdClock(start.toISOString());
      const limiter = make(clock);
      const key = `${kind} retry ${second}`;
      for (let i = 0; i < 10; i++) await hit(limiter, key);
      const wait = await hit(limiter, key);
      clock.at = addSeconds(start, Number(wait) - 2);
      t.not(await hit(limiter, key), null, `${second}: too early`);
      clock.at = addSeconds(start, Number(wait));
      t.is(await hit(limiter, key), null, `${second}: on time`);
    }
  });

  test(`${kind}: a returned hit is free again; each key has its own limit`, async (t) => {
    const limiter = make(holdClock());
    for (let i = 0; i < 10; i++) await hit(limiter, `${kind} back`);
    t.not(await hit(limiter, `${kind} back`), null);
    await limiter.refund(`${kind} back`, { limit: 10, windowSeconds: 60 });
    t.is(await hit(limiter, `${kind} back`), null);
    t.not(await hit(limiter, `${kind} back`), null);
    t.is(await hit(limiter, `${kind} other`), null);
    await limiter.refund(`${kind} never seen`, { limit: 10, windowSeconds: 60 });
  });
}

test('stored limits are shared by two processes', async (t) => {
  const [here, there] = [storedRateLimiter(db, holdClock()), storedRateLimiter(db, holdClock())];
  for (let i = 0; i < 10; i++) t.is(await hit(i % 2 ? here : there, 'shared'), null);
  t.not(await hit(here, 'shared'), null);
  t.not(await hit(there, 'shared'), null);
});

test('the unlimited limiter accepts every call', async (t) => {
  for (let i = 0; i < 100; i++) t.is(await hit(unlimitedRateLimiter, 'any', 1), null);
});
