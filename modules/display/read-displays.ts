import type { Queryable } from '#shared/db/open.ts';
import type { Page } from '#shared/http/cursor.ts';
import { checkOwner } from './authorise-display.ts';
import type { DisplayContext } from './context.ts';
import { Device } from './models/device.ts';
import { type DisplayRow, displayRows, onlineUntil, presentDisplay } from './present-display.ts';
import type { DisplayDto } from './schemas.ts';

export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

/** Converts a row to the form of a surface. */
export type PresentDisplay<T> = (context: DisplayContext, row: DisplayRow) => T;

/** The user's displays, newest binding first. */
export async function listDisplays<T>(
  context: DisplayContext,
  userId: string,
  { cursor, limit }: PageRequest,
  present: PresentDisplay<T>,
): Promise<Page<T>> {
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
  return context.cursors.page(rows, limit, list, ({ row }) => present(context, row));
}

/** @throws {AppError} `404 display_not_found`, `403 access_denied` */
export async function readDisplay<T>(
  context: DisplayContext,
  userId: string,
  displayId: string,
  present: PresentDisplay<T>,
): Promise<T> {
  const [row] = await displayRows(context.db).where('devices.id', displayId);
  checkOwner(row, userId);
  return present(context, row);
}

/** A display, and until when it stays online without another message of its panel; null if it is offline. */
export interface DisplayNow {
  display: DisplayDto;
  onlineUntil: Date | null;
}

/** All displays of a user. */
export async function displaysNow(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  userId: string,
): Promise<DisplayNow[]> {
  const rows = await displayRows(queryable).where('devices.user_id', userId);
  return rows.map((row) => {
    const display = presentDisplay(context, row);
    return { display, onlineUntil: display.online ? onlineUntil(context.config, row) : null };
  });
}
