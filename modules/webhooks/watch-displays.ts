import type { DisplayPresence } from '#modules/display';
import { recordEvent, subscribersOf } from '#shared/db/outbox.ts';
import type { WebhooksContext } from './context.ts';
import { type EventType, eventTypes } from './schemas.ts';

/** Percent from which on a battery counts as low, and from which on no longer: charging and cold make it waver. */
const BATTERY_LOW = 15;
const BATTERY_FINE = 30;

const DISPLAY_EVENTS = eventTypes.filter((type) => type.startsWith('display.'));

interface Known {
  display_id: string;
  is_offline: boolean;
  battery_low: boolean;
}

/** Whether anybody wants to be told of displays. */
export async function isWatching({ db }: WebhooksContext): Promise<boolean> {
  return (await subscribersOf(db, DISPLAY_EVENTS)).length > 0;
}

/**
 * Compares the presence and battery of displays with what was recorded last, and records an event for each change. A
 * display that is seen for the first time is none.
 */
export async function watchDisplays(context: WebhooksContext): Promise<void> {
  const { db, display } = context;
  for (const userId of await subscribersOf(db, DISPLAY_EVENTS)) {
    const displays = await display.presenceOf(db, userId);
    const rows = await db<Known>('webhooks.display_presence').where({ user_id: userId } as never);
    const known = new Map(rows.map((row) => [row.display_id, row]));
    for (const one of displays) {
      if (one.lastSeenAt === null) continue;
      const before = known.get(one.displayId);
      known.delete(one.displayId);
      const after = { is_offline: one.isOffline, battery_low: isLow(one, before) };
      if (before?.is_offline === after.is_offline && before.battery_low === after.battery_low) continue;
      await recordChange(context, userId, one, before, after);
    }
    if (known.size > 0)
      await db('webhooks.display_presence')
        .whereIn('display_id', [...known.keys()])
        .del();
  }
}

async function recordChange(
  { inUserTransaction }: WebhooksContext,
  userId: string,
  { displayId, name, batteryPercent, lastSeenAt }: DisplayPresence,
  before: Known | undefined,
  after: Omit<Known, 'display_id'>,
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
      // Conditional: of two workers that see the same change one records it.
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

function isLow({ batteryPercent }: DisplayPresence, before: Known | undefined): boolean {
  if (batteryPercent === null) return before?.battery_low ?? false;
  return batteryPercent <= BATTERY_LOW || (batteryPercent < BATTERY_FINE && (before?.battery_low ?? false));
}
