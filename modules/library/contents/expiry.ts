import { z } from 'zod';
import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import { queryTime } from '#shared/http/query-time.ts';
import { nextTimeOfDay } from '#shared/next-time-of-day.ts';
import { TIME_OF_DAY } from '#shared/wall-time.ts';
import type { LibraryContext } from '../context.ts';
import { invalidContent } from '../errors.ts';

/** A year and a day. */
const MAX_EXPIRY_SECONDS = 366 * DAY_SECONDS;
const SECONDS_PATTERN = /^\d{1,8}$/;

/** The expiry of a push in one of three forms. */
export const expiresText = z
  .string()
  .trim()
  .max(40)
  .refine(
    (text) => SECONDS_PATTERN.test(text) || TIME_OF_DAY.test(text) || queryTime.safeParse(text).success,
    {
      error: 'must be seconds from now, a time of day such as 18:30, or a time after RFC 3339.',
    },
  )
  .meta({
    description:
      "Seconds from now, a time of day on the display's clock (the next one), or a timestamp: its pages then leave the queue and the display.",
  });

/** The expiry in a request: at most one of the two fields. */
export interface ExpiryRequest {
  expiresAt?: Date | null | undefined;
  expires?: string | null | undefined;
}

/**
 * Returns the moment at which a Content expires; null: never. A time of day is in the display's time zone, or in the
 * owner's without a display.
 * @throws {AppError} `400 invalid_request` for a moment in the past or too far in the future
 */
export async function expiryOf(
  { clock, display }: Pick<LibraryContext, 'clock' | 'display'>,
  queryable: Queryable,
  { userId, displayId }: { userId: string; displayId: string | null | undefined },
  { expiresAt, expires }: ExpiryRequest,
): Promise<Date | null> {
  if (expiresAt && expires) throw invalidExpiry('expires', 'must not be given together with expiresAt.');
  const now = clock.now();
  const path = expires ? 'expires' : 'expiresAt';
  const moment = expires ? await momentOf(expires) : (expiresAt ?? null);
  if (!moment) return null;
  if (moment <= now) throw invalidExpiry(path, 'must lie in the future.');
  if (moment > addSeconds(now, MAX_EXPIRY_SECONDS))
    throw invalidExpiry(path, 'must be at most 366 days from now.');
  return moment;

  async function momentOf(text: string): Promise<Date> {
    if (SECONDS_PATTERN.test(text)) return addSeconds(now, Number(text));
    if (!TIME_OF_DAY.test(text)) return queryTime.parse(text);
    return nextTimeOfDay(await display.timeZoneOf(queryable, userId, displayId ?? null), text, now);
  }
}

function invalidExpiry(path: string, message: string) {
  return invalidContent([{ path, message }]);
}
