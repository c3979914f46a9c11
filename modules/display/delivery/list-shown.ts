import { authoriseDisplay } from '../authorise-display.ts';
import type { DisplayContext } from '../context.ts';
import { Push } from '../models/push.ts';

/**
 * Returns those of the given presentations that a display has shown in its current binding and that can be activated again.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`
 */
export async function listShown(
  { db }: Pick<DisplayContext, 'db'>,
  userId: string,
  displayId: string,
  presentationIds: string[],
): Promise<string[]> {
  await authoriseDisplay(db, userId, displayId);
  const shown = await Push.query(db)
    .select('pushes.presentation_id')
    .innerJoin('display.devices as d', (join) =>
      join.on('d.id', 'pushes.device_id').andOn('d.binding_id', 'pushes.binding_id'),
    )
    .where('d.id', displayId)
    .whereIn('pushes.presentation_id', presentationIds)
    .whereNotNull('pushes.confirmed_at');
  return shown.map(({ presentationId }) => presentationId);
}
