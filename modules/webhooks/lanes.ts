import { addSeconds } from '#shared/clock.ts';
import type { Db, Trx } from '#shared/db/open.ts';
import { Delivery } from './models/delivery.ts';

/**
 * Deliveries of one display to one endpoint. They keep their order. A delivery that has failed for `ORDER_SECONDS` no
 * longer blocks the later ones.
 */
export interface Lane {
  endpointId: string;
  displayId: string;
  userId: string;
}

/** How long a failing delivery blocks the later ones of its display, from its first attempt. */
export const ORDER_SECONDS = 600;
/** After this time other workers take over the lanes of a killed one. Longer than an attempt takes. */
const LEASE_SECONDS = 60;
/** Limits of one user's running lanes: of all, and of those whose receiver is not slow. */
const MAX_LANES_PER_USER = 16;
const MAX_QUICK_LANES_PER_USER = 4;

/** A lane that this process is sending. */
export interface RunningLane extends Lane {
  /** Its receiver is slow: the lane does not count against the limit of quick ones. */
  isSlow: boolean;
}

export const laneKey = ({ endpointId, displayId }: Lane) => `${endpointId}/${displayId}`;
export const leaseEnd = (now: Date) => addSeconds(now, LEASE_SECONDS);

/** Makes lanes due at `at`, unless they are earlier. */
export async function wakeLanes(trx: Trx, lanes: Lane[], at: Date): Promise<void> {
  const rows = [...new Map(lanes.map((lane) => [laneKey(lane), lane])).values()].map((lane) => ({
    endpoint_id: lane.endpointId,
    display_id: lane.displayId,
    user_id: lane.userId,
    due_at: at,
  }));
  if (rows.length === 0) return;
  await trx('webhooks.lanes')
    .insert(rows)
    .onConflict(['endpoint_id', 'display_id'])
    .merge({ due_at: trx.raw('least(lanes.due_at, excluded.due_at)') } as never);
}

/**
 * Leases up to `limit` due lanes, at most a few of each user; none of users in `busy`, and none of the lanes in
 * `running`, which a new event may have made due.
 */
export async function takeLanes(
  db: Db,
  { now, limit, busy, running }: { now: Date; limit: number; busy: string[]; running: string[] },
): Promise<Lane[]> {
  const { rows } = await db.raw<{ rows: Lane[] }>(
    `with ranked as (
       select endpoint_id, display_id, row_number() over (partition by user_id order by due_at) as place
       from webhooks.lanes where due_at <= :now and user_id <> all(:busy::uuid[])
         and endpoint_id || '/' || display_id <> all(:running::text[])),
     picked as (
       select l.endpoint_id, l.display_id from webhooks.lanes l join ranked using (endpoint_id, display_id)
       where ranked.place <= ${MAX_QUICK_LANES_PER_USER} and l.due_at <= :now
       order by l.due_at limit :limit for update of l skip locked)
     update webhooks.lanes l set due_at = :lease from picked
     where l.endpoint_id = picked.endpoint_id and l.display_id = picked.display_id
     returning l.endpoint_id as "endpointId", l.display_id as "displayId", l.user_id as "userId"`,
    { now, limit, busy, running, lease: leaseEnd(now) } as never,
  );
  return rows;
}

/** When the next lane outside `running` is due; null when there is none. */
export async function nextDue(db: Db, running: string[]): Promise<Date | null> {
  const [row] = await db('webhooks.lanes')
    .whereRaw("endpoint_id || '/' || display_id <> all(?::text[])", [running])
    .min<{ due: Date | null }[]>({ due: 'due_at' });
  return row?.due ?? null;
}

/** Users whose running lanes have reached the limit. */
export function busyUsers(running: Iterable<RunningLane>): string[] {
  const isBusy = (lanes: RunningLane[]) =>
    lanes.length >= MAX_LANES_PER_USER ||
    lanes.filter(({ isSlow }) => !isSlow).length >= MAX_QUICK_LANES_PER_USER;
  return [...Map.groupBy(running, ({ userId }) => userId)]
    .filter(([, lanes]) => isBusy(lanes))
    .map(([userId]) => userId);
}

/** Ends all waiting deliveries of an endpoint as failed. The caller has locked the endpoint. */
export async function endLanes(trx: Trx, endpointId: string, error: string): Promise<void> {
  await trx('webhooks.lanes').where({ endpoint_id: endpointId }).del();
  await Delivery.query(trx)
    .where({ endpoint_id: endpointId, state: 'waiting' })
    .patch({ state: 'failed', nextAttemptAt: null, error });
}
