import type { Clock } from '../clock.ts';
import type { Db } from '../db/open.ts';
import { rateLimited } from '../errors.ts';

export interface RateRule {
  limit: number;
  windowSeconds: number;
}

export interface RateLimiter {
  /** Counts one hit. @throws {AppError} `429 rate_limited` at the limit (the hit is then not counted) */
  take(key: string, rule: RateRule): Promise<void>;
  /** Removes one hit, for limits that count failures only: take first, so that concurrent attempts are counted. */
  refund(key: string, rule: RateRule): Promise<void>;
}

export const unlimitedRateLimiter: RateLimiter = { take: async () => {}, refund: async () => {} };

interface Window {
  start: number;
  previous: number;
  current: number;
}

/**
 * Sliding window counter: the hits of the current fixed window plus the share of the previous one that a window ending now
 * still covers. Two numbers per key. With even traffic no window exceeds the limit.
 */
function slide(window: Window | undefined, now: number, length: number): Window {
  const start = Math.floor(now / length) * length;
  if (!window || start - window.start > length) return { start, previous: 0, current: 0 };
  return start === window.start ? { ...window } : { start, previous: window.current, current: 0 };
}

function hitsInWindow(window: Window, now: number, length: number): number {
  return window.current + window.previous * (1 - (now - window.start) / length);
}

/** Milliseconds until the next hit is allowed. */
function waitMs(window: Window, now: number, length: number, limit: number): number {
  if (window.current + 1 > limit)
    return window.start + length - now + length * (1 - (limit - 1) / Math.max(window.current, 1));
  return length * (1 - (limit - 1 - window.current) / window.previous) - (now - window.start);
}

const SWEEP_ABOVE_KEYS = 10_000;

/** Counts in this process, for limits of every request. */
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
      if (hitsInWindow(window, now, length) + 1 > limit)
        throw rateLimited(waitMs(window, now, length, limit) / 1000);
      window.current += 1;
      windows.set(key, { ...window, length });
    },
    async refund(key) {
      const window = windows.get(key);
      if (window && window.current > 0) window.current -= 1;
    },
  };
}

/**
 * Hits of the stored row in the fixed window that begins at :start, and in the previous one. The clock of another process
 * may be slightly ahead. A stored window later than the next one means that the clock was set back: its hits do not count.
 */
const IS_OF_THE_FUTURE = 'r.window_start > :after';
const STORED_CURRENT = `case when ${IS_OF_THE_FUTURE} then 0 when r.window_start >= :start then r.current else 0 end`;
const STORED_PREVIOUS = `case when ${IS_OF_THE_FUTURE} then 0 when r.window_start >= :start then r.previous
       when r.window_start >= :before then r.current else 0 end`;

/**
 * Slides the window, checks and counts in one statement, so that the row is locked briefly: many callers with one key must
 * not occupy the connection pool. Returns no row at the limit.
 */
const TAKE = `
  insert into platform.rate_limits as r (key, window_start, previous, current, expires_at)
  values (:key, :start, 0, 1, :expires)
  on conflict (key) do update set
    previous = ${STORED_PREVIOUS},
    current = ${STORED_CURRENT} + 1,
    window_start = case when ${IS_OF_THE_FUTURE} then :start else greatest(r.window_start, :start) end,
    expires_at = greatest(r.expires_at, :expires)
  where ${STORED_CURRENT} + 1 + (${STORED_PREVIOUS}) * :share <= :limit
  returning 1`;

/** Counts in Postgres, for limits that hold across processes and restarts. One statement per hit. */
export function storedRateLimiter(db: Db, clock: Clock): RateLimiter {
  return {
    async take(key, { limit, windowSeconds }) {
      const now = clock.now().getTime();
      const length = windowSeconds * 1000;
      const start = Math.floor(now / length) * length;
      const { rows } = await db.raw<{ rows: unknown[] }>(TAKE, {
        key,
        limit,
        start: new Date(start),
        before: new Date(start - length),
        after: new Date(start + length),
        expires: new Date(start + 2 * length),
        share: 1 - (now - start) / length,
      });
      if (rows.length > 0) return;
      const row = await db('platform.rate_limits').where({ key }).first();
      const stored = row && {
        start: row.window_start.getTime(),
        previous: row.previous,
        current: row.current,
      };
      throw rateLimited(waitMs(slide(stored, now, length), now, length, limit) / 1000);
    },
    async refund(key) {
      await db('platform.rate_limits').where({ key }).where('current', '>', 0).decrement('current', 1);
    },
  };
}
