import { channels } from './channels.ts';
import type { Queryable, Trx } from './open.ts';

/**
 * A position in the stream of changes: a snapshot of Postgres as text, `xmin:xmax:running`. Changes are ordered by the
 * transaction that made them (`changed_in`) and not by time, because a transaction that began earlier may commit later,
 * and none of its changes may be missed.
 */
export type Snapshot = string;

export type RemovedKind = 'display' | 'presentation' | 'content';
export interface Removal {
  kind: RemovedKind;
  id: string;
}

/** SQL: whether a row was changed by a transaction that is not visible in the snapshot, which is both parameters. */
export const CHANGED_SINCE =
  'changed_in >= pg_snapshot_xmin(?::pg_snapshot) and not pg_visible_in_snapshot(changed_in, ?::pg_snapshot)';

/** The current snapshot. Later reads include at least all changes before it. */
export async function currentSnapshot(queryable: Queryable): Promise<Snapshot> {
  const { rows } = await queryable.raw<{ rows: { now: Snapshot }[] }>(
    'select pg_current_snapshot()::text as now',
  );
  return (rows[0] as { now: Snapshot }).now;
}

/** Records which rows of a user were removed, and notifies the user's streams, in the caller's transaction. */
export async function recordRemovals(
  trx: Trx,
  userId: string,
  { kind, ids, at }: { kind: RemovedKind; ids: string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await trx.raw(
    `with recorded as (
       insert into platform.removals (user_id, kind, id, created_at)
       select :userId, :kind, id, :at from unnest(:ids::uuid[]) as id
       on conflict do nothing
     ) select pg_notify('${channels.userChanged}', :userId)`,
    { userId, kind, ids, at } as never,
  );
}

/** Deletes the recorded removals of a user who is being deleted. */
export async function eraseRemovals(trx: Trx, userId: string): Promise<void> {
  await trx('platform.removals').where({ user_id: userId }).del();
}

/** The removals of a user since a snapshot, oldest first, at most `limit`. */
export async function removalsSince(
  queryable: Queryable,
  userId: string,
  since: Snapshot,
  limit: number,
): Promise<Removal[]> {
  return queryable('platform.removals')
    .where({ user_id: userId })
    .whereRaw(CHANGED_SINCE, [since, since])
    .orderBy('changed_in')
    .limit(limit)
    .select('kind', 'id');
}
