import test from 'ava';
import { addSeconds } from '#shared/clock.ts';
import { wallTime } from '#shared/wall-time.ts';
// Behind index.ts: a pure function: when a panel wakes, over months of pushes.
import type { QuietHours } from '../../../../modules/display/quiet-hours/quiet-until.ts';
import { type PastPush, planWake } from '../../../../modules/display/waking/plan-wake.ts';

/** A Monday. */
const MONDAY = new Date('2026-03-02T00:00:00Z');
const DAY = 86_400;
const MINUTE = 60_000;
const at = (day: number, hour: number) => addSeconds(MONDAY, day * DAY + hour * 3600);
const never: QuietHours = { timeZone: 'UTC', windows: [] };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const nightlyIn = (timeZone: string) => ({
  timeZone,
  windows: [{ days: EVERY_DAY, from: '22:00', to: '07:00' }],
});
const nightly = nightlyIn('UTC');

const pushAt = (moment: Date, timeZone = 'UTC'): PastPush => ({
  at: moment,
  wall: wallTime(timeZone, moment.getTime()),
});

/** Pushes at hours of each of so many days. */
function pushes(days: number, ...hours: number[]): PastPush[] {
  return Array.from({ length: days }, (_, day) => hours.map((hour) => pushAt(at(day, hour)))).flat();
}

/** A push a day, up to 45 minutes before an hour or after. */
function varying(days: number, hour: number): PastPush[] {
  const minutes = [-40, 35, -10, 20, 0, -25, 45, 10, -30, 25, -5, 15, -15, 40];
  return Array.from({ length: days }, (_, day) =>
    pushAt(addSeconds(at(day, hour), (minutes[day % minutes.length] as number) * 60)),
  );
}

function plan(
  now: Date,
  known: PastPush[],
  { quietHours = never, due = null as Date | null, heldUntil = null as Date | null } = {},
) {
  return planWake({ now, quietHours, pushes: known, due, heldUntil, usualSeconds: 900 });
}

/** Wakes of one day, planned one after the other, in which nothing is pushed. */
function wakesOf(day: number, known: PastPush[], quietHours = never): Date[] {
  const wakes: Date[] = [];
  for (let now = at(day, 0); now < at(day + 1, 0); wakes.push(now)) now = plan(now, known, { quietHours }).at;
  return wakes;
}

const within = (wakes: Date[], from: Date, minutes: number) =>
  wakes.filter((wake) => wake >= from && wake.getTime() <= from.getTime() + minutes * MINUTE);

test('a panel sleeps through quiet hours, and the plan gives that reason', (t) => {
  for (const known of [[], pushes(7, 8, 18)]) {
    for (const hour of [22, 23.5, 3])
      t.deepEqual(plan(at(10, hour), known, { quietHours: nightly }), {
        at: at(hour > 12 ? 11 : 10, 7),
        reason: 'quiet_hours_end',
      });
    const late = plan(at(10, 21.99), known, { quietHours: nightly });
    t.deepEqual(late, { at: at(11, 7), reason: 'quiet_hours_end' }, 'also when they come first');
  }
});

test('a panel wakes when a picture is due, at night too', (t) => {
  const planned = (due: Date) => plan(at(10, 23), [], { quietHours: nightly, due });
  t.deepEqual(planned(at(11, 1)), { at: at(11, 1), reason: 'queue_due' });
  t.deepEqual(planned(at(10, 1)), { at: at(10, 23), reason: 'queue_due' }, 'at once when it is over due');
  t.is(planned(at(11, 9)).reason, 'quiet_hours_end');
});

test('before the first push a panel wakes at its usual interval', (t) => {
  t.deepEqual(plan(at(10, 12), []), { at: at(10, 12.25), reason: null });
  t.is(wakesOf(10, []).length, 96);
});

test('a panel wakes often at hours when its owner pushes, and seldom at others', (t) => {
  const known = pushes(14, 7.5, 18);
  const wakes = wakesOf(14, known);
  for (const hour of [7.5, 18])
    t.not(within(wakes, at(14, hour), 4).length, 0, `within 4 minutes of ${hour}`);
  t.true(wakes.length <= 24, String(wakes.length));
  t.deepEqual(wakesOf(14, known), wakes, 'and is always of the same opinion');
});

test('a panel wakes more often around a time of pushes that varies', (t) => {
  const wakes = wakesOf(14, varying(14, 18));
  t.true(within(wakes, at(14, 17.25), 90).length > 2 * within(wakes, at(14, 12), 90).length);
});

test('a daily push that has arrived today is not expected again', (t) => {
  const known = pushes(14, 18);
  const early = [...known, pushAt(at(14, 17.5))];
  const about = (all: PastPush[]) => plan(at(14, 17.9), all).at;
  t.true(about(known) < at(14, 18.1));
  t.true(about(early) > at(14, 18.1));
});

test('pushes on working days count little for the weekend', (t) => {
  const known = varying(28, 9).filter(({ at: moment }) => moment.getUTCDay() % 6 !== 0);
  const about = (day: number) => within(wakesOf(day, known), at(day, 8), 120).length;
  t.true(about(28) > 2 * about(26), `${about(28)} on a Monday, ${about(26)} on a Saturday`);
});

test('after a push a panel wakes soon, then at growing intervals', (t) => {
  const known = [...pushes(14, 9, 9.05, 9.1), pushAt(at(14, 15))];
  const minutes = (since: number) => {
    const now = addSeconds(at(14, 15), since * 60);
    const { at: wake, reason } = plan(now, known);
    return { pause: (wake.getTime() - now.getTime()) / MINUTE, reason };
  };
  t.is(minutes(1).reason, 'recent_push');
  t.true(minutes(1).pause <= 6, String(minutes(1).pause));
  t.true(minutes(30).pause > 2 * minutes(1).pause);
  t.is(minutes(30).reason, 'habit');
});

test('during the dwell time a panel wakes seldom, and when it ends', (t) => {
  const known = [...pushes(14, 9, 9.05, 9.1, 18, 18.1), pushAt(at(14, 15))];
  const looks = (heldUntil: Date | null) => {
    const reasons: string[] = [];
    for (let now = addSeconds(at(14, 15), 60); now < at(14, 16); ) {
      const wake = plan(now, known, { heldUntil });
      reasons.push(wake.reason ?? '');
      now = wake.at;
    }
    return reasons;
  };
  t.true(looks(null).length > 5);
  t.deepEqual(looks(at(14, 16)), ['recent_push', 'dwell_ends']);
  const almostOver = addSeconds(at(14, 15), 90);
  t.deepEqual(looks(almostOver), looks(null), 'what is over before the panel could come holds nothing');
});

test('a dwell time that lasts longer than the day leaves the quiet hours as they are', (t) => {
  const known = [...pushes(14, 9, 18), pushAt(at(14, 21.9))];
  const planned = plan(at(14, 21.95), known, { quietHours: nightly, heldUntil: at(15, 20) });
  t.deepEqual(planned, { at: at(15, 7), reason: 'quiet_hours_end' });
});

test('wakes follow the time zone of the display, over both changes of the clocks', (t) => {
  const zone = 'Europe/Berlin';
  for (const [change, before, after] of [
    ['2026-03-29', '17:00:00Z', '16:00:00Z'],
    ['2026-10-25', '16:00:00Z', '17:00:00Z'],
  ] as const) {
    const dayOf = (off: number, time: string) => addSeconds(new Date(`${change}T${time}`), off * DAY);
    const known = Array.from({ length: 14 }, (_, n) => pushAt(dayOf(n - 14, before), zone));
    const expected = dayOf(1, after);
    const planned = plan(addSeconds(expected, -600), known, { quietHours: { timeZone: zone, windows: [] } });
    t.true(planned.at >= expected && planned.at <= addSeconds(expected, 240), planned.at.toISOString());
  }
});

test('quiet hours end in the time zone of the display, also in the nights of a change of the clocks', (t) => {
  const ends = (evening: string, timeZone: string) =>
    plan(new Date(evening), pushes(3, 8), { quietHours: nightlyIn(timeZone) }).at.toISOString();
  t.is(ends('2026-03-28T21:30:00Z', 'Europe/Berlin'), '2026-03-29T05:00:00.000Z');
  t.is(ends('2026-10-24T20:30:00Z', 'Europe/Berlin'), '2026-10-25T06:00:00.000Z');
  t.is(ends('2026-03-28T20:30:00Z', 'Asia/Kolkata'), '2026-03-29T01:30:00.000Z');
  t.is(ends('2026-03-29T05:59:00Z', 'America/Los_Angeles'), '2026-03-29T14:00:00.000Z');
});

test('a clock that jumps leads to a valid wake', (t) => {
  const known = pushes(14, 9);
  const back = plan(at(7, 8), known);
  t.deepEqual(back, plan(at(7, 8), pushes(7, 9)), 'set back: what is still to come does not count');
  t.is(plan(at(-1, 8), known).reason, null, 'before the first push');
  const ahead = plan(at(4_000, 8), known);
  t.true(ahead.at > at(4_000, 8) && ahead.at <= at(4_000, 11), 'years ahead');
});
