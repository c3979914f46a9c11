import type { Queryable } from '#shared/db/open.ts';
import { isCompatible } from './authorise-display.ts';
import type { DisplayContext } from './context.ts';
import { Presentation } from './models/presentation.ts';
import { PANEL_VIEWPORT } from './output-profile.ts';
import { displayRows, presentDisplay } from './present-display.ts';

/** The facts about a display that a planner gets. */
export interface RoutableDisplay {
  id: string;
  /** Pages can be rendered for it. */
  compatible: boolean;
  name: string;
  tags: string[];
  online: boolean;
  viewport: { width: number; height: number };
  /** The confirmed picture; null if it is not the user's. */
  shows: { title: string | null; since: Date } | null;
  /** Number of queued pages. */
  queued: number;
  /** IANA name; null if the owner's applies. */
  timeZone: string | null;
}

/** All displays of a user, in the order in which they were bound. */
export async function listRoutable(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  userId: string,
): Promise<RoutableDisplay[]> {
  const rows = await displayRows(queryable)
    .where('devices.user_id', userId)
    .orderBy(['devices.bound_at', 'devices.id']);
  const shownIds = rows.flatMap(({ currentPresentationId }) => currentPresentationId ?? []);
  const deviceIds = rows.map(({ id }) => id);
  const [shown, waiting] = await Promise.all([
    Presentation.query(queryable).whereIn('id', shownIds).where({ user_id: userId }).select('id', 'title'),
    Presentation.query(queryable)
      .whereIn('device_id', deviceIds)
      .where({ user_id: userId, state: 'queued' })
      .groupBy('device_id')
      .select('device_id')
      .count('id as waiting')
      .castTo<{ deviceId: string; waiting: number }[]>(),
  ]);
  const titles = new Map(shown.map(({ id, title }) => [id, title]));
  const queued = new Map(waiting.map((row) => [row.deviceId, row.waiting]));
  return rows.map((row) => {
    const { id, name, tags, online } = presentDisplay(context, row);
    const current = row.currentPresentationId ?? '';
    return {
      id,
      compatible: isCompatible(row),
      name,
      tags,
      online,
      viewport: { ...PANEL_VIEWPORT },
      shows:
        titles.has(current) && row.currentSince
          ? { title: titles.get(current) ?? null, since: row.currentSince }
          : null,
      queued: queued.get(id) ?? 0,
      timeZone: row.timeZone,
    };
  });
}
