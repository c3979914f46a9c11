import type { DisplayPresence } from '#modules/display';
import { isBatteryLow } from '#shared/battery.ts';
import type { Db } from '#shared/db/open.ts';
import { recordEvent, subscribersOf } from '#shared/db/outbox.ts';
import type { WebhooksContext } from './context.ts';
import { type EventType, eventTypes } from './schemas.ts';

const DISPLAY_EVENTS = eventTypes.filter((type) => type.startsWith('display.'));

interface RecordedState {
  display_id: string;
  user_id: string;
  is_offline: boolean;
  battery_low: boolean;
}

/** Whether displays have to be watched, or recorded states have to be deleted. */
export async function isWatching({ db }: WebhooksContext): Promise<boolean> {
  if ((await subscribersOf(db, DISPLAY_EVENTS)).length > 0) return true;
  return (await db('webhooks.display_presence').first('display_id')) !== undefined;
}

/**
 * Compares the presence and battery of displays with the state recorded last, and records an event for each change. The
 * first state of a display is no change. The number of queries does not depend on the number of users.
 */
export async function watchDisplays(context: WebhooksContext): Promise<void> {
  const { db, display } = context;
  const userIds = await subscribersOf(db, DISPLAY_EVENTS);
  const displays = userIds.length > 0 ? await display.presenceOf(db, { userIds }) : [];
  const known = await deleteOutdatedStates(db, new Map(displays.map((one) => [one.displayId, one.userId])));
  for (const one of displays) {
    if (one.lastSeenAt === null) continue;
    const recorded = known.get(one.displayId);
    const current = { is_offline: one.isOffline, battery_low: isNowLow(one, recorded) };
    if (recorded?.is_offline === current.is_offline && recorded.battery_low === current.battery_low) continue;
    await recordChange(context, one, recorded, current);
  }
}

/** The recorded states by display. Deletes those of displays whose owner changed or no longer subscribes. */
async function deleteOutdatedStates(
  db: Db,
  owners: Map<string, string>,
): Promise<Map<string, RecordedState>> {
  const rows = await db<RecordedState>('webhooks.display_presence').select('*');
  const isOf = (row: RecordedState) => owners.get(row.display_id) === row.user_id;
  const others = rows.filter((row) => !isOf(row)).map(({ display_id, user_id }) => [display_id, user_id]);
  if (others.length > 0)
    await db('webhooks.display_presence').whereIn(['display_id', 'user_id'], others).del();
  return new Map(rows.filter(isOf).map((row) => [row.display_id, row]));
}

async function recordChange(
  { inUserTransaction }: WebhooksContext,
  { displayId, userId, name, batteryPercent, lastSeenAt }: DisplayPresence,
  before: RecordedState | undefined,
  after: Pick<RecordedState, 'is_offline' | 'battery_low'>,
): Promise<void> {
  const data = { displayId, name, batteryPercent, lastSeenAt: lastSeenAt?.toISOString() ?? null };
  const types: EventType[] = [];
  if (before && before.is_offline !== after.is_offline)
    types.push(after.is_offline ? 'display.offline' : 'display.online');
  if (after.battery_low && !before?.battery_low) types.push('display.battery_low');
  await inUserTransaction(
    userId,
    async (trx) => {
      const table = trx('webhooks.display_presence');
      // Conditional: of two workers that see the same change, one records it.
      const changed = before
        ? await table.where(before).update(after)
        : (
            await table
              .insert({ display_id: displayId, user_id: userId, ...after })
              .onConflict()
              .ignore()
              .returning('display_id')
          ).length;
      if (changed === 0) return;
      for (const type of types) await recordEvent(trx, { userId, type, displayId, data });
    },
    () => {}, // the account was deleted meanwhile
  );
}

function isNowLow({ battery }: DisplayPresence, before: RecordedState | undefined): boolean {
  const wasLow = before?.battery_low ?? false;
  return battery ? isBatteryLow(battery, wasLow) : wasLow;
}
