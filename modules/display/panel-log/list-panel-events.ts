import { newestFirst } from '#shared/db/newest-first.ts';
import type { Page } from '#shared/http/cursor.ts';
import { authoriseDisplay } from '../authorise-display.ts';
import type { DisplayContext } from '../context.ts';
import type { PageRequest } from '../read-displays.ts';
import { type PanelEventKind, panelEventKinds } from './panel-event.ts';
import type { PanelEventDto } from './schemas.ts';

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
  const rows = await db('display.panel_events')
    .where('device_id', displayId)
    .where('binding_id', db('display.devices').select('binding_id').where('id', displayId))
    .modify(newestFirst, after, limit + 1)
    .select<Row[]>('id', 'created_at as createdAt', 'kind', 'detail');
  return cursors.page(rows, limit, list, ({ id, createdAt, kind, detail }) => ({
    id,
    at: createdAt.toISOString(),
    kind,
    summary: panelEventKinds[kind],
    detail,
  }));
}
