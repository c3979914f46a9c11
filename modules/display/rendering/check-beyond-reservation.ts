import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { RenderTask } from '../models/render-task.ts';

/**
 * Holds what a task stores beyond its reservation to the user's share of the storage.
 * @throws {StorageShareError}
 */
export async function checkBeyondReservation(
  { checkStorage }: Pick<DisplayContext, 'checkStorage'>,
  trx: Trx,
  { reservedBytes }: Pick<RenderTask, 'reservedBytes'>,
  { userId, bytes }: { userId: string; bytes: number },
): Promise<void> {
  if (bytes > reservedBytes) await checkStorage(trx, { userId, bytes: bytes - reservedBytes });
}
