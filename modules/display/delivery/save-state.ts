import type { DisplayContext } from '../context.ts';

/** Stores the last state message of a panel. One of a superseded connection is ignored. */
export async function savePanelState(
  { db, clock }: Pick<DisplayContext, 'db' | 'clock'>,
  deviceId: string,
  epoch: number,
  state: Record<string, unknown>,
): Promise<void> {
  const now = clock.now();
  await db.raw(
    `update display.devices d set state = ?, state_updated_at = ?, last_seen_at = ?
     from display.presence live where d.id = ? and live.device_id = d.id and live.epoch = ?`,
    [JSON.stringify(state), now, now, deviceId, epoch],
  );
}
