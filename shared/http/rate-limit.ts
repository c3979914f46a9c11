import type { Clock } from '../clock.ts';
import type { Db } from '../db/open.ts';
import { rateLimited } from '../errors.ts';

export interface Rule {
  limit: number;
  windowSeconds: number;
}

export interface RateLimiter {
  /** Counts one hit. @throws {AppError} `429 rate_limited` when it is one too many (it is then not counted). */
  take(key: string, rule: Rule): Promise<void>;
  /** Takes one hit back, for limits that count failures only: take first, so that parallel tries cannot slip by. */
  giveBack(key: string, rule: Rule): Promise<void>;
}

export const unlimited: RateLimiter = { take: async () => {}, giveBack: async () => {} };

interface Window {
  start: number;
  previous: number;
  current: number;
}

/**
 * Sliding window counter: the hits of the current fixed window plus the share of the previous one that a window
 * ending now still covers. Two numbers a key, and never more than the limit in any window of even traffic.
 */
function slide(window: Window | undefined, now: number, length: number): Window {
  const start = Math.floor(now / length) * length;
  if (!window || start - window.start > length) return { start, previous: 0, current: 0 };
  return start === window.start ? { ...window } : { start, previous: window.current, current: 0 };
}

function used(window: Window, now: number, length: number): number {
  return window.current + window.previous * (1 - (now - window.start) / length);
}

/** Milliseconds until a further hit fits. */
function wait(window: Window, now: number, length: number, limit: number): number {
  if (window.current + 1 > limit)
    return window.start + length - now + length * (1 - (limit - 1) / Math.max(window.current, 1));
  return length * (1 - (limit - 1 - window.current) / window.previous) - (now - window.start);
}

const SWEEP_ABOVE_KEYS = 10_000;

/** Counts in this process: for limits that are asked on every request. */
export function memoryRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, Window & { length: number }>();
  return {
    async take(key, { limit, windowSeconds }) {
      const now = clock.now().getTime();
      const length = windowSeconds * 1000;
      if (windows.size > SWEEP_ABOVE_KEYS) {
        for (const [other, { start, length: life }] of windows)
          if (now - start > 2 * life) windows.delete(other);
      }
      const window = slide(windows.get(key), now, length);
      if (used(window, now, length) + 1 > limit) throw rateLimited(wait(window, now, length, limit) / 1000);
      window.current += 1;
      windows.set(key, { ...window, length });
    },
    async giveBack(key) {
      const window = windows.get(key);
      if (window && window.current > 0) window.current -= 1;
    },
  };
}

/** Counts in Postgres: for limits that must hold across processes and restarts. One statement a hit. */
export function storedRateLimiter(db: Db, clock: Clock): RateLimiter {
  return {
    take(key, { limit, windowSeconds }) {
      return db.transaction(async (trx) => {
        const now = clock.now().getTime();
        const length = windowSeconds * 1000;
        await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
        const row = await trx('platform.rate_limits').where({ key }).first();
        const window = slide(
          row && { start: row.window_start.getTime(), previous: row.previous, current: row.current },
          now,
          length,
        );
        if (used(window, now, length) + 1 > limit) throw rateLimited(wait(window, now, length, limit) / 1000);
        await trx('platform.rate_limits')
          .insert({
            key,
            window_start: new Date(window.start),
            previous: window.previous,
            current: window.current + 1,
            expires_at: new Date(window.start + 2 * length),
          })
          .onConflict('key')
          .merge();
      });
    },
    async giveBack(key) {
      await db('platform.rate_limits').where({ key }).where('current', '>', 0).decrement('current', 1);
    },
  };
}
