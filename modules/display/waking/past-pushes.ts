import { wallTime } from '#shared/wall-time.ts';
import type { PastPush } from './plan-wake.ts';

/** More would not improve the forecast. */
const MAX_PUSHES = 240;

/**
 * SQL: the times of the owner's last pushes to device `d`, in ms since 1970 as JSON, for `pastPushes`. Part of the read
 * that each wake needs anyway. Pages that were pushed together count once.
 */
export const PAST_PUSHES = `(
    select jsonb_agg(extract(epoch from newest.created_at) * 1000 order by newest.created_at) from (
      select distinct past.created_at from display.pushes past
      where past.device_id = d.id and past.user_id = d.user_id
      order by past.created_at desc limit ${MAX_PUSHES}) newest)`;

/** @param stored the value of `PAST_PUSHES`; null without pushes */
export function pastPushes(stored: number[] | null, timeZone: string): PastPush[] {
  return (stored ?? []).map((moment) => ({ at: new Date(moment), wall: wallTime(timeZone, moment) }));
}
