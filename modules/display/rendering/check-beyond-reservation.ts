import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { RenderTask } from '../models/render-task.ts';

/**
 * Checks the bytes that a task stores beyond its reservation against the user's storage limit.
 * @throws {StorageLimitError}
 */
export async function checkBeyondReservation(
  { checkStorage }: Pick<DisplayContext, 'checkStorage'>,
  trx: Trx,
  { reservedBytes }: Pick<RenderTask, 'reservedBytes'>,
  { userId, bytes }: { userId: string; bytes: number },
): Promise<void> {
  if (bytes > reservedBytes) await checkStorage(trx, { userId, bytes: bytes - reservedBytes });
}
