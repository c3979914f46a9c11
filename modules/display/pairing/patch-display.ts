import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { lockDisplay } from '../delivery/lock-display.ts';
import { Device, type QueuePolicy } from '../models/device.ts';
import type { Tone } from '../ports.ts';
import { readOwnDisplay } from './own-display.ts';
import type { OwnDisplayDto } from './schemas.ts';

/** Absent ones stay as they are. */
export interface DisplaySettings {
  nickname?: string | null | undefined;
  tags?: string[] | undefined;
  queuePolicy?: QueuePolicy | undefined;
  /** Exponent of the tone table of pictures rendered from now on. */
  toneExponent?: number | undefined;
  /** How photographs rendered from now on are prepared. */
  tone?: Tone | undefined;
}

/** @throws {AppError} `404 display_not_found`, `403 access_denied` */
export async function patchDisplay(
  context: DisplayContext,
  { userId, displayId, settings }: { userId: string; displayId: string; settings: DisplaySettings },
): Promise<OwnDisplayDto> {
  return inTransaction(context.db, async (trx) => {
    await lockDisplay(context, trx, userId, displayId);
    await Device.query(trx)
      .findById(displayId)
      .patch({ ...settings, updatedAt: context.clock.now() });
    return readOwnDisplay(context, trx, displayId);
  });
}
