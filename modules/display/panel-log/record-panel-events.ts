import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { DisplayContext } from '../context.ts';
import type { PanelEvent } from './panel-event.ts';

/** Limits the entries of one panel, so that it cannot fill the database. Further ones are dropped. */
const MAX_EVENTS_PER_MINUTE = 100;

/** Adds entries to the logs of panels, in their current binding. Deleted panels are ignored. */
export async function recordPanelEvents(
  { clock }: Pick<DisplayContext, 'clock'>,
  queryable: Queryable,
  events: PanelEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const now = clock.now();
  const rows = events.map(({ deviceId, kind, detail = {}, at = now }) => ({
    id: newId(),
    device_id: deviceId,
    created_at: at,
    kind,
    detail,
  }));
  await queryable.raw(
    `insert into display.panel_events (id, device_id, binding_id, created_at, kind, detail)
     select e.id, e.device_id, d.binding_id, e.created_at, e.kind, e.detail
     from jsonb_to_recordset(:rows::jsonb)
       as e (id uuid, device_id uuid, created_at timestamptz, kind text, detail jsonb)
     join display.devices d on d.id = e.device_id
     where (select count(*) from (
       select from display.panel_events p where p.device_id = e.device_id and p.created_at > :since limit :most) lately
     ) < :most`,
    { rows: JSON.stringify(rows), since: addSeconds(now, -60), most: MAX_EVENTS_PER_MINUTE } as never,
  );
}
