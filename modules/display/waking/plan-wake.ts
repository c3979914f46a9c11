import { addSeconds } from '#shared/clock.ts';
import { MINUTE_MS, wallTime } from '#shared/wall-time.ts';
import { type QuietHours, quietBegins, quietUntil } from '../quiet-hours/quiet-until.ts';
import { CELL_MINUTES, expectedPushes } from './expected-pushes.ts';

/** Why a sleeping panel is to wake when it is. */
export const wakeReasons = ['quiet_hours_end', 'queue_due', 'dwell_ends', 'recent_push', 'habit'] as const;
export type WakeReason = (typeof wakeReasons)[number];

export interface PlannedWake {
  at: Date;
  /** Null where nothing speaks for this moment but the usual interval. */
  reason: WakeReason | null;
}

/** When something was pushed, and what the wall's clock showed then, in milliseconds since 1970 on it. */
export interface PastPush {
  at: Date;
  wall: number;
}

export interface WakeInput {
  now: Date;
  quietHours: QuietHours;
  /** In order. What is still to come says that the clock was set back: it counts for nothing. */
  pushes: PastPush[];
  /** When the panel is to be given another picture in any case; null when it is not. */
  due: Date | null;
  /** Until when the shown picture stays, unless something urgent comes; null when another one may go out at once. */
  heldUntil?: Date | null;
  /** How often it comes while nothing has been pushed. */
  usualSeconds: number;
}

/** How far the plan looks. */
const HORIZON_MINUTES = 12 * 60;
const MAX_SLEEP_MINUTES = 3 * 60;
/** What a wake costs, in pushes that wait for long: about 30 wakes a day come of it. */
const WAKE_PRICE = 0.0238;
/** A push that waits for so long waits two thirds as badly as one that waits for hours. */
const PATIENCE_MINUTES = 6;
/** Of the pushes, those that do not wait for the dwell time: urgent ones, and what a person asks to be shown at once. */
const URGENT_SHARE = 0.1;
/** A wake so soon after a push is for what may follow. */
const RECENT_MS = 15 * MINUTE_MS;

/**
 * When a sleeping panel should wake next: when something is due; after quiet hours, which it sleeps through; else so
 * that what is likely to be pushed waits as little as that many wakes allow.
 */
export function planWake(input: WakeInput): PlannedWake {
  const { now, due } = input;
  const planned = withoutQueue(input);
  if (!due || due > planned.at) return planned;
  return { at: new Date(Math.max(due.getTime(), now.getTime())), reason: 'queue_due' };
}

function withoutQueue({ now, quietHours, pushes, heldUntil, usualSeconds }: WakeInput): PlannedWake {
  const quietEnd = quietUntil(quietHours, now);
  if (quietEnd) return { at: quietEnd, reason: 'quiet_hours_end' };
  const quiet = quietBegins(quietHours, now);
  const afterQuiet = (begins: Date): PlannedWake => ({
    at: quietUntil(quietHours, begins) as Date,
    reason: 'quiet_hours_end',
  });
  const past = pushes.filter((push) => push.at <= now);
  if (past.length === 0) {
    const usual = addSeconds(now, usualSeconds);
    return quiet && quiet <= usual ? afterQuiet(quiet) : { at: usual, reason: null };
  }
  const minutesToQuiet = quiet ? (quiet.getTime() - now.getTime()) / MINUTE_MS : Number.POSITIVE_INFINITY;
  const cells = Math.ceil(Math.min(HORIZON_MINUTES, minutesToQuiet) / CELL_MINUTES);
  const walls = past.map(({ wall }) => wall);
  const expected = expectedPushes(walls, wallTime(quietHours.timeZone, now.getTime()), cells);
  const held = heldUntil ? Math.ceil((heldUntil.getTime() - now.getTime()) / MINUTE_MS / CELL_MINUTES) : 0;
  holdBack(expected, held);
  const first = cheapestFirst(expected, minutesToQuiet <= HORIZON_MINUTES ? 0 : WAKE_PRICE);
  if (quiet && first === cells && minutesToQuiet <= HORIZON_MINUTES) return afterQuiet(quiet);
  const at = new Date(now.getTime() + first * CELL_MINUTES * MINUTE_MS);
  if (held > 1 && first === held) return { at, reason: 'dwell_ends' };
  const isRecent = at.getTime() - (past.at(-1) as PastPush).at.getTime() <= RECENT_MS;
  return { at, reason: isRecent ? 'recent_push' : 'habit' };
}

/** What is pushed in the first cells can be shown after them only, but for what is urgent. */
function holdBack(expected: Float64Array, cells: number): void {
  let waiting = 0;
  for (let cell = 0; cell < Math.min(cells, expected.length); cell++) {
    waiting += (1 - URGENT_SHARE) * (expected[cell] as number);
    expected[cell] = URGENT_SHARE * (expected[cell] as number);
  }
  if (cells > 0 && cells <= expected.length) expected[cells - 1] = (expected[cells - 1] as number) + waiting;
}

/**
 * After how many cells the cheapest plan wakes first: the sum of what all pushes wait and of what all wakes cost, from
 * the last cell backwards. The wake after the last cell may cost something else, as the end of quiet hours does.
 */
function cheapestFirst(expected: Float64Array, lastPrice: number): number {
  const cells = expected.length;
  const costs = new Float64Array(cells + 1);
  const maxSleep = MAX_SLEEP_MINUTES / CELL_MINUTES;
  const [perCell, perHalf] = [CELL_MINUTES, CELL_MINUTES / 2].map((ms) =>
    Math.exp(-ms / PATIENCE_MINUTES),
  ) as [number, number];
  let first = 1;
  for (let cell = cells - 1; cell >= 0; cell--) {
    let cheapest = Number.POSITIVE_INFINITY;
    // Pushes that would wait, and what of them is not yet as bad as can be.
    let [waiting, spared] = [0, 0];
    for (let sleep = 1; sleep <= maxSleep && cell + sleep <= cells; sleep++) {
      const pushes = expected[cell + sleep - 1] as number;
      waiting += pushes;
      spared = spared * perCell + pushes * perHalf;
      if (waiting - spared > cheapest) break;
      const price = cell + sleep === cells ? lastPrice : WAKE_PRICE;
      const cost = waiting - spared + price + (costs[cell + sleep] as number);
      if (cost >= cheapest) continue;
      cheapest = cost;
      first = sleep;
    }
    costs[cell] = cheapest;
  }
  return first;
}
