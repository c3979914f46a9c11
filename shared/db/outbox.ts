import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Queryable, Trx } from './open.ts';

/** A change to a resource of a user. `sequence` increases; events of one display are numbered in their order. */
export interface OutboxEvent {
  sequence: string;
  userId: string;
  type: string;
  displayId: string | null;
  data: Record<string, unknown>;
  occurredAt: Date;
}

/**
 * Records an event in the caller's transaction if the user subscribed to its type. Triggers of `display` and `library`
 * call the same database function for changes of their rows.
 */
export async function recordEvent(
  trx: Trx,
  { userId, type, displayId, data }: Pick<OutboxEvent, 'userId' | 'type' | 'displayId' | 'data'>,
): Promise<void> {
  await trx.raw('select platform.record_event(?, ?, ?, ?)', [
    userId,
    type,
    displayId as string,
    JSON.stringify(data),
  ]);
}

/** Sets which types of events are recorded for a user: none ends recording. */
export async function subscribeToEvents(trx: Trx, userId: string, types: string[]): Promise<void> {
  const subscriptions = trx('platform.event_subscriptions');
  if (types.length === 0) return void (await subscriptions.where({ user_id: userId }).del());
  await subscriptions.insert({ user_id: userId, types }).onConflict('user_id').merge();
}

/**
 * Deletes up to `limit` events from the outbox and returns them, oldest first; none while another transaction takes
 * events, so that they leave the outbox in order.
 */
export async function takeEvents(trx: Trx, limit: number): Promise<OutboxEvent[]> {
  const { rows } = await trx.raw<{ rows: OutboxEvent[] }>(
    `with turn as materialized (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.outbox}) as mine),
     taken as (
       delete from platform.outbox where sequence in (
         select o.sequence from platform.outbox o, turn where turn.mine order by o.sequence limit :limit)
       returning *)
     select sequence, user_id as "userId", type, display_id as "displayId", data, occurred_at as "occurredAt"
     from taken order by taken.sequence`,
    { limit },
  );
  return rows;
}

/** Users who subscribed to one of these types. */
export async function subscribersOf(queryable: Queryable, types: string[]): Promise<string[]> {
  const rows = await queryable('platform.event_subscriptions')
    .whereRaw('types && ?::text[]', [types])
    .select('user_id');
  return rows.map(({ user_id }) => user_id);
}

/** Deletes the events and subscriptions of a user who is being deleted. */
export async function eraseEvents(trx: Trx, userId: string): Promise<void> {
  await trx('platform.outbox').where({ user_id: userId }).del();
  await trx('platform.event_subscriptions').where({ user_id: userId }).del();
}
