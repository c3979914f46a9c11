import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';
import { HELD_UNTIL, JOIN_GATEWAY_LEASE } from '../delivery/connected-time.ts';
import { JOIN_WANTED_FRAME, SHOWS_FRAME, WANTED_PRESENTATION_ID } from '../delivery/panel-state.ts';

export interface DisplayFigures {
  /** Panels with an owner. */
  claimed: number;
  unclaimed: number;
  connected: number;
  /** Panels with an owner that do not show the wanted picture, whether they sleep or not. */
  behind: number;
  /** Render tasks of the last hour by their outcome. */
  rendered: number;
  renderFailures: number;
}

const RECENT_SECONDS = 3600;

/** Counts panels by state, and render tasks, in two statements. */
export async function countPanels({
  db,
  clock,
}: Pick<DisplayContext, 'db' | 'clock'>): Promise<DisplayFigures> {
  const now = clock.now();
  const panels = await db.raw<{ rows: [Omit<DisplayFigures, 'rendered' | 'renderFailures'>] }>(
    `select count(*) filter (where d.user_id is not null)::integer as claimed,
       count(*) filter (where d.user_id is null)::integer as unclaimed,
       count(*) filter (where ${HELD_UNTIL} > :now)::integer as connected,
       count(*) filter (where d.user_id is not null and ${WANTED_PRESENTATION_ID} is not null
         and ${SHOWS_FRAME} is not true)::integer as behind
     from display.devices d
     left join display.presence live on live.device_id = d.id ${JOIN_GATEWAY_LEASE}
     left join display.frames frame on ${JOIN_WANTED_FRAME}`,
    { now },
  );
  const renders = await db.raw<{ rows: [Pick<DisplayFigures, 'rendered' | 'renderFailures'>] }>(
    `select count(*) filter (where state = 'done')::integer as rendered,
       count(*) filter (where state = 'failed')::integer as "renderFailures"
     from display.render_tasks where finished_at > :since`,
    { since: addSeconds(now, -RECENT_SECONDS) },
  );
  return { ...panels.rows[0], ...renders.rows[0] };
}
