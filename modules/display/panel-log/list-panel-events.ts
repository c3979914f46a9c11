import type { Page } from '#shared/http/cursor.ts';
import { authoriseDisplay } from '../authorise-display.ts';
import type { DisplayContext } from '../context.ts';
import type { PageRequest } from '../read-displays.ts';
import { type PanelEventKind, panelEventKinds } from './panel-event.ts';
import type { PanelEventDto } from './routes.ts';

interface Row {
  id: string;
  createdAt: Date;
  kind: PanelEventKind;
  detail: PanelEventDto['detail'];
}

/**
 * Lists the history of a display in its current binding, newest first.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`
 */
export async function listPanelEvents(
  { db, cursors }: Pick<DisplayContext, 'db' | 'cursors'>,
  { userId, displayId }: { userId: string; displayId: string },
  { cursor, limit }: PageRequest,
): Promise<Page<PanelEventDto>> {
  await authoriseDisplay(db, userId, displayId);
  const list = ['panel events', displayId];
  const after = cursors.open(cursor, list);
  const query = db('display.panel_events as e')
    .join('display.devices as d', 'd.id', 'e.device_id')
    .where('e.device_id', displayId)
    .whereRaw('e.binding_id = d.binding_id')
    .orderBy([
      { column: 'e.created_at', order: 'desc' },
      { column: 'e.id', order: 'desc' },
    ])
    .limit(limit + 1)
    .select<Row[]>('e.id', 'e.created_at as createdAt', 'e.kind', 'e.detail');
  if (after) void query.whereRaw('(e.created_at, e.id) < (?, ?)', [after.createdAt, after.id]);
  return cursors.page(await query, limit, list, ({ id, createdAt, kind, detail }) => ({
    id,
    at: createdAt.toISOString(),
    kind,
    summary: panelEventKinds[kind],
    detail,
  }));
}
