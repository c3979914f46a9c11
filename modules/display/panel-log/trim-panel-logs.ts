import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';

/** A panel that wakes every five minutes fills this in some nine hours, which is what a look back is worth. */
const KEPT_PER_PANEL = 500;
const KEPT_DAYS = 30;

/** Removes what is old, what goes beyond the newest entries of a panel, and what belongs to panels that are gone. */
export async function trimPanelLogs({ db, clock }: Pick<DisplayContext, 'db' | 'clock'>): Promise<void> {
  await db('display.panel_events')
    .where('created_at', '<', addSeconds(clock.now(), -KEPT_DAYS * 86_400))
    .del();
  await db.raw(
    `delete from display.panel_events e using (
       select id from (
         select id, row_number() over (partition by device_id order by created_at desc, id desc) as place
         from display.panel_events) placed
       where place > ?) surplus
     where e.id = surplus.id`,
    [KEPT_PER_PANEL],
  );
  await db.raw(
    `delete from display.panel_events e
     where not exists (select from display.devices d where d.id = e.device_id)`,
  );
}
