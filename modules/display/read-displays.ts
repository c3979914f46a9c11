import type { Page } from '#shared/http/cursor.ts';
import { checkOwner } from './authorise-display.ts';
import type { DisplayContext } from './context.ts';
import { Device } from './models/device.ts';
import { displayRows, presentDisplay } from './present-display.ts';
import type { DisplayDto } from './schemas.ts';

export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

/** The user's displays, the one bound last first. */
export async function listDisplays(
  context: DisplayContext,
  userId: string,
  { cursor, limit }: PageRequest,
): Promise<Page<DisplayDto>> {
  const list = ['displays', userId];
  const after = context.cursors.open(cursor, list);
  const query = displayRows(context.db)
    .where('devices.user_id', userId)
    .orderBy([
      { column: 'devices.bound_at', order: 'desc' },
      { column: 'devices.id', order: 'desc' },
    ])
    .limit(limit + 1);
  if (after)
    void query.where(Device.raw('(devices.bound_at, devices.id) < (?, ?)', [after.createdAt, after.id]));
  const rows = (await query).map((row) => ({ id: row.id, createdAt: row.boundAt as Date, row }));
  return context.cursors.page(rows, limit, list, ({ row }) => presentDisplay(context, row));
}

/** @throws {AppError} `404 display_not_found`, `403 access_denied` */
export async function readDisplay(
  context: DisplayContext,
  userId: string,
  displayId: string,
): Promise<DisplayDto> {
  const [row] = await displayRows(context.db).where('devices.id', displayId);
  checkOwner(row, userId);
  return presentDisplay(context, row);
}
