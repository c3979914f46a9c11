import { DAY_MS, midnightOf, wallTime } from '#shared/wall-time.ts';
import { type QuietHours, quietUntil } from '../quiet-hours/quiet-until.ts';
import { type PushHabits, SLOT_MS, SLOTS_PER_DAY, slotOf } from './push-habits.ts';

/** Why a sleeping panel is to wake when it is. */
export const wakeReasons = ['quiet_hours_end', 'queue_due', 'recent_push', 'habit'] as const;
export type WakeReason = (typeof wakeReasons)[number];

export interface PlannedWake {
  at: Date;
  reason: WakeReason;
}

export interface WakeInput {
  now: Date;
  quietHours: QuietHours;
  habits: PushHabits;
  /** When the panel is to be given another picture in any case; null when it is not. */
  due: Date | null;
}

/** Wakes that are spread over a day; those after a push come on top, those in quiet hours fall away. */
const WAKES_PER_DAY = 31;
/** Share of them that follows no habit: people do new things. */
const EVEN_SHARE = 0.06;
/** People push about when they pushed before: so many slots to either side count too, less and less. */
const REACH = 6;
/** What was pushed is often followed by more: for so long the panel comes back after as long as the push is ago. */
const RECENT_MS = 12 * 60_000;
const MIN_PAUSE_MS = 150_000;
/** How much a push on a working day says of the weekend, and the other way round. */
const OTHER_DAYS = 0.15;
/** Most people are up from half past six to half past ten. */
const UP_FROM = (6.5 / 24) * SLOTS_PER_DAY;
const UP_UNTIL = (22.5 / 24) * SLOTS_PER_DAY;
const NIGHT_SHARE = 0.1;
const MAX_SLEEP_MS = DAY_MS;

/**
 * When a sleeping panel should wake next: when something is due, soon after a push, or else so that each wake covers the
 * same share of what this household is expected to push. It sleeps through quiet hours.
 */
export function planWake({ now, quietHours, habits, due }: WakeInput): PlannedWake {
  const start = now.getTime();
  const planned = quietUntil(quietHours, now) ? null : soonAfterPush(start, habits);
  const habitual = byHabit(start, quietHours, habits);
  const first = planned && planned.at < habitual.at ? planned : habitual;
  return due && due <= first.at ? { at: due > now ? due : now, reason: 'queue_due' } : first;
}

function soonAfterPush(start: number, { lastPushAt }: PushHabits): PlannedWake | null {
  const since = lastPushAt ? start - lastPushAt.getTime() : -1;
  if (since < 0 || since >= RECENT_MS) return null;
  return { at: new Date(start + Math.max(MIN_PAUSE_MS, since)), reason: 'recent_push' };
}

/** Adds up what each slot is worth until one wake is due. */
function byHabit(start: number, quietHours: QuietHours, habits: PushHabits): PlannedWake {
  const wakes = wakesPerSlot(habits);
  const wall = wallTime(quietHours.timeZone, start);
  let left = 1;
  let elapsed = 0;
  while (left > 1e-9 && elapsed < MAX_SLEEP_MS) {
    const quietEnd = quietUntil(quietHours, new Date(start + elapsed));
    if (quietEnd) return { at: quietEnd, reason: 'quiet_hours_end' };
    const at = wall + elapsed;
    const density = (wakes[slotOf(at)] as number) / SLOT_MS;
    const step = Math.min(SLOT_MS - ((at - midnightOf(at)) % SLOT_MS), left / density);
    left -= step * density;
    elapsed += step;
  }
  return { at: new Date(start + Math.ceil(elapsed)), reason: 'habit' };
}

/** How many wakes each slot of a working day, and of one of the weekend, is worth. */
export function wakesPerSlot({ weights }: PushHabits): Float64Array {
  const likely = new Float64Array(2 * SLOTS_PER_DAY);
  for (const [slot, weight] of weights)
    for (const day of [0, SLOTS_PER_DAY]) {
      const share = slot < SLOTS_PER_DAY === (day === 0) ? 1 : OTHER_DAYS;
      for (let off = -REACH; off <= REACH; off++) {
        const near = day + ((slot + off + SLOTS_PER_DAY) % SLOTS_PER_DAY);
        likely[near] = (likely[near] as number) + share * weight * (1 - Math.abs(off) / (REACH + 1));
      }
    }
  return Float64Array.from([...dayOf(likely.slice(0, SLOTS_PER_DAY)), ...dayOf(likely.slice(SLOTS_PER_DAY))]);
}

/** Divides the wakes of a day: most by habit, the rest over the hours in which people are up. */
function dayOf(likely: Float64Array): Float64Array {
  const sum = likely.reduce((total, weight) => total + weight, 0);
  const unknown = sum === 0 ? 1 : EVEN_SHARE;
  return likely.map((weight, slot) => {
    const isUp = slot >= UP_FROM && slot < UP_UNTIL;
    const any = isUp
      ? (1 - NIGHT_SHARE) / (UP_UNTIL - UP_FROM)
      : NIGHT_SHARE / (SLOTS_PER_DAY - UP_UNTIL + UP_FROM);
    return WAKES_PER_DAY * (unknown * any + (sum === 0 ? 0 : ((1 - unknown) * weight) / sum));
  });
}
