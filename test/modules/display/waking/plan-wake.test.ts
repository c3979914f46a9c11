import test from 'ava';
import { addSeconds } from '#shared/clock.ts';
import { wallTime } from '#shared/wall-time.ts';
import { planWake, wakesPerSlot } from '../../../../modules/display/waking/plan-wake.ts';
import {
  type PushHabits,
  SLOTS_PER_DAY,
  slotOf,
  weightAt,
} from '../../../../modules/display/waking/push-habits.ts';

/** A Monday. */
const MONDAY = new Date('2026-03-02T00:00:00Z');
const DAY = 86_400;
const at = (day: number, hour: number) => addSeconds(MONDAY, day * DAY + hour * 3600);
const never = { timeZone: 'UTC', windows: [] };
const nightly = {
  timeZone: 'UTC',
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }],
};

/** Pushes at an hour of each of so many days. */
function habits(days: number, ...hours: number[]): PushHabits {
  const weights = new Map<number, number>();
  for (let day = 0; day < days; day++)
    for (const hour of hours) {
      const moment = at(day, hour);
      const slot = slotOf(wallTime('UTC', moment.getTime()));
      weights.set(slot, (weights.get(slot) ?? 0) + weightAt(moment));
    }
  return { weights, lastPushAt: days > 0 ? at(days - 1, hours.at(-1) as number) : null };
}

/** Wakes of one day, planned one after the other. */
function wakesOf(day: number, known: PushHabits, quietHours = never): Date[] {
  const wakes: Date[] = [];
  for (let now = at(day, 0); now < at(day + 1, 0); ) {
    now = planWake({ now, quietHours, habits: known, due: null }).at;
    wakes.push(now);
  }
  return wakes;
}

test('it sleeps through quiet hours, and says so', (t) => {
  for (const hour of [22, 23.5, 3])
    t.deepEqual(planWake({ now: at(10, hour), quietHours: nightly, habits: habits(0), due: null }), {
      at: at(hour > 12 ? 11 : 10, 7),
      reason: 'quiet_hours_end',
    });
  const late = planWake({ now: at(10, 21.9), quietHours: nightly, habits: habits(0), due: null });
  t.deepEqual(late, { at: at(11, 7), reason: 'quiet_hours_end' }, 'also when they come first');
});

test('it comes when something is due, at night too', (t) => {
  const planned = (due: Date) => planWake({ now: at(10, 23), quietHours: nightly, habits: habits(0), due });
  t.deepEqual(planned(at(11, 1)), { at: at(11, 1), reason: 'queue_due' });
  t.deepEqual(planned(at(10, 1)), { at: at(10, 23), reason: 'queue_due' }, 'at once when it is over due');
  t.is(planned(at(11, 9)).reason, 'quiet_hours_end');
});

test('without habits it comes evenly through the hours in which people are up', (t) => {
  const wakes = wakesOf(10, habits(0)).map((wake) => wake.getUTCHours());
  t.true(wakes.length <= 32);
  t.true(wakes.filter((hour) => hour >= 6 && hour <= 22).length >= 25);
});

test('it learns when this household pushes', (t) => {
  const known = habits(28, 7.5, 18);
  const wakes = wakesOf(28, known);
  t.true(wakes.length <= 32);
  for (const hour of [7.5, 18]) {
    const wait = Math.min(
      ...wakes.map((wake) => wake.getTime() - at(28, hour).getTime()).filter((ms) => ms >= 0),
    );
    t.true(wait < 5 * 60_000, `${wait / 60_000} minutes after ${hour}`);
  }
  t.deepEqual(wakesOf(28, known), wakes, 'and is always of the same opinion');
});

test('what is long ago counts less than what was of late', (t) => {
  const known = habits(28, 7.5);
  for (const [slot, weight] of habits(28, 20).weights) known.weights.set(slot, weight / 8);
  const wakes = wakesPerSlot(known);
  const slot = (hour: number) => Math.floor((hour / 24) * SLOTS_PER_DAY);
  t.true((wakes[slot(7.5)] as number) > 6 * (wakes[slot(20)] as number));
});

test('after a push it comes back soon, less and less so', (t) => {
  const known = { ...habits(28, 9), lastPushAt: at(28, 15) };
  const minutes = (since: number) => {
    const now = addSeconds(at(28, 15), since * 60);
    const { at: wake, reason } = planWake({ now, quietHours: never, habits: known, due: null });
    return { pause: (wake.getTime() - now.getTime()) / 60_000, reason };
  };
  t.deepEqual(minutes(1), { pause: 2.5, reason: 'recent_push' });
  t.deepEqual(minutes(6), { pause: 6, reason: 'recent_push' });
  t.is(minutes(13).reason, 'habit');
  t.is(minutes(-60).reason, 'habit', 'a push that is still to come: the clock was set back');
});
