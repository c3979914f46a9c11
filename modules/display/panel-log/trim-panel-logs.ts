import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';

/** A panel that wakes every five minutes creates this number in about nine hours. */
const MAX_EVENTS_PER_PANEL = 500;
const KEEP_EVENTS_DAYS = 30;
/** Limits the time of one statement. */
const MAX_PANELS_PER_BATCH = 100;
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';

/** Removes old entries, those beyond the newest of each panel, and those of deleted panels. */
export async function trimPanelLogs({ db, clock }: Pick<DisplayContext, 'db' | 'clock'>): Promise<void> {
  await db('display.panel_events')
    .where('created_at', '<', addSeconds(clock.now(), -KEEP_EVENTS_DAYS * DAY_SECONDS))
    .del();
  for (let after: string | null = LOWEST_UUID; after !== null; ) after = await trimSome(db, after);
  await db.raw(
    `delete from display.panel_events e
     where not exists (select from display.devices d where d.id = e.device_id)`,
  );
}

/** Trims the logs of the next panels; returns the last of them, or null when there are no more. */
async function trimSome(queryable: Queryable, after: string): Promise<string | null> {
  const { rows } = await queryable.raw<{ rows: { last: string | null }[] }>(
    `with panels as (select id from display.devices where id > :after order by id limit :batch),
     surplus as (
       select e.id from panels, lateral (
         select id from display.panel_events where device_id = panels.id
         order by created_at desc, id desc offset :kept) e
     ), removed as (delete from display.panel_events e using surplus where e.id = surplus.id)
     select id as last from panels order by id desc limit 1`,
    { after, batch: MAX_PANELS_PER_BATCH, kept: MAX_EVENTS_PER_PANEL },
  );
  return rows[0]?.last ?? null;
}
