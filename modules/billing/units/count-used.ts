import type { Queryable } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import { Counter } from '../models/counter.ts';
import type { Window } from '../window.ts';

/** Units that are reserved or used up. */
export async function countUsed(
  queryable: Queryable,
  userId: string,
  quota: Quota,
  { start }: Window,
): Promise<number> {
  const counter = await Counter.query(queryable).findOne({ user_id: userId, quota, window_start: start });
  return counter?.used ?? 0;
}
