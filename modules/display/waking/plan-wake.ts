import { addSeconds } from '#shared/clock.ts';
import { MINUTE_MS, wallTime } from '#shared/wall-time.ts';
import type { WakeReason } from '../models/device.ts';
import { type QuietHours, quietBegins, quietUntil } from '../quiet-hours/quiet-until.ts';
import { CELL_MINUTES, expectedPushes } from './expected-pushes.ts';

export interface PlannedWake {
  at: Date;
  /** Null if the only reason is the usual interval. */
  reason: WakeReason | null;
}

/** The time of a push, and the same as wall time in milliseconds since 1970. */
export interface PastPush {
  at: Date;
  wall: number;
}

export interface WakeInput {
  now: Date;
  quietHours: QuietHours;
  /** In order. Times in the future mean that the clock was set back, and are ignored. */
  pushes: PastPush[];
  /** When the panel must get another picture; null if none is due. */
  due: Date | null;
  /**
   * The end of the shown picture's dwell time, which only urgent pushes ignore; null if another picture may go out now.
   */
  heldUntil?: Date | null;
  /** The interval without past pushes. */
  usualSeconds: number;
}

/** Period of the plan. */
const HORIZON_MINUTES = 12 * 60;
const MAX_SLEEP_MINUTES = 3 * 60;
/** The cost of a wake, in units of a push that waits for long. It results in about 30 wakes a day. */
const WAKE_PRICE = 0.0238;
/** A push that waits for this time costs two thirds as much as one that waits for hours. */
const PATIENCE_MINUTES = 6;
/** Share of the pushes that ignore the dwell time: urgent ones, and presentations that a user shows at once. */
const URGENT_SHARE = 0.1;
/** The reason of a wake within this time after a push is `recent_push`. */
const RECENT_MS = 15 * MINUTE_MS;

/**
 * Plans the next wake of a sleeping panel: when a picture is due; after quiet hours; else so that likely pushes wait as
 * little as the cost of wakes allows.
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
    const regular = addSeconds(now, usualSeconds);
    return quiet && quiet <= regular ? afterQuiet(quiet) : { at: regular, reason: null };
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

/** Moves the pushes of the first cells, except urgent ones, to the end of the dwell time, when they can be shown. */
function holdBack(expected: Float64Array, cells: number): void {
  let waiting = 0;
  for (let cell = 0; cell < Math.min(cells, expected.length); cell++) {
    waiting += (1 - URGENT_SHARE) * (expected[cell] as number);
    expected[cell] = URGENT_SHARE * (expected[cell] as number);
  }
  if (cells > 0 && cells <= expected.length) expected[cells - 1] = (expected[cells - 1] as number) + waiting;
}

/**
 * Returns the number of cells until the first wake of the cheapest plan, which minimizes the cost of waiting pushes and
 * of wakes. Calculated from the last cell backwards. The wake after the last cell may have another cost, for example at
 * the end of quiet hours.
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
    // Pushes that would wait, and the part of their maximal cost that they do not reach.
    let [waiting, discount] = [0, 0];
    for (let sleep = 1; sleep <= maxSleep && cell + sleep <= cells; sleep++) {
      const pushes = expected[cell + sleep - 1] as number;
      waiting += pushes;
      discount = discount * perCell + pushes * perHalf;
      if (waiting - discount > cheapest) break;
      const price = cell + sleep === cells ? lastPrice : WAKE_PRICE;
      const cost = waiting - discount + price + (costs[cell + sleep] as number);
      if (cost >= cheapest) continue;
      cheapest = cost;
      first = sleep;
    }
    costs[cell] = cheapest;
  }
  return first;
}
