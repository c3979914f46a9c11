import test from 'ava';
import { wallTime } from '#shared/wall-time.ts';
// Behind index.ts: a pure function: until when it is quiet, in every time zone.
import {
  type QuietHours,
  type QuietWindow,
  quietUntil,
} from '../../../../modules/display/quiet-hours/quiet-until.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

function quiet(
  timeZone: string,
  ...windows: (Omit<QuietWindow, 'days'> & { days?: number[] })[]
): QuietHours {
  return { timeZone, windows: windows.map((window) => ({ days: EVERY_DAY, ...window })) };
}
const night = { from: '22:00', to: '07:00' };
const until = (hours: QuietHours, at: string) => quietUntil(hours, new Date(at))?.toISOString() ?? null;

test('a window over midnight: from its first minute to the one before its end', (t) => {
  const hours = quiet('Europe/Berlin', night);
  t.is(until(hours, '2026-11-22T20:59:59.999Z'), null);
  t.is(until(hours, '2026-11-22T21:00:00Z'), '2026-11-23T06:00:00.000Z');
  t.is(until(hours, '2026-11-22T23:30:00Z'), '2026-11-23T06:00:00.000Z');
  t.is(until(hours, '2026-11-23T05:59:59.999Z'), '2026-11-23T06:00:00.000Z');
  t.is(until(hours, '2026-11-23T06:00:00Z'), null, '`to` is exclusive');
  t.is(until(quiet('UTC'), '2026-11-23T00:00:00Z'), null, 'no window');
});

test('a window belongs to the day on which it begins', (t) => {
  const friday = quiet('UTC', { ...night, days: [5] });
  t.is(until(friday, '2026-11-27T21:59:00Z'), null);
  t.is(until(friday, '2026-11-27T22:00:00Z'), '2026-11-28T07:00:00.000Z');
  t.is(until(friday, '2026-11-28T06:59:00Z'), '2026-11-28T07:00:00.000Z', 'on Saturday morning');
  t.is(until(friday, '2026-11-28T22:00:00Z'), null, 'Saturday night is not named');
  t.is(until(friday, '2026-11-27T03:00:00Z'), null, 'nor is the night before');
});

test('windows at midnight, of a whole day, and windows that join or overlap', (t) => {
  t.is(until(quiet('UTC', { from: '00:00', to: '06:00' }), '2026-02-28T23:59:00Z'), null);
  t.is(
    until(quiet('UTC', { from: '00:00', to: '06:00' }), '2026-03-01T00:00:00Z'),
    '2026-03-01T06:00:00.000Z',
  );
  t.is(
    until(quiet('UTC', { from: '18:00', to: '00:00' }), '2026-03-01T23:59:59Z'),
    '2026-03-02T00:00:00.000Z',
  );
  const sunday = quiet('UTC', { from: '00:00', to: '00:00', days: [7] });
  t.is(until(sunday, '2026-11-22T00:00:00Z'), '2026-11-23T00:00:00.000Z');
  const joined = quiet(
    'UTC',
    { from: '12:00', to: '14:00' },
    { from: '14:00', to: '15:00' },
    { from: '13:00', to: '14:30' },
  );
  t.is(until(joined, '2026-11-22T12:00:00Z'), '2026-11-22T15:00:00.000Z', 'as one');
  const always = quietUntil(quiet('UTC', { from: '00:00', to: '00:00' }), new Date('2026-11-22T10:00:00Z'));
  t.true((always?.getTime() ?? 0) > Date.parse('2026-12-01T00:00:00Z'), 'for longer than is looked ahead');
});

test('a window works on 29 February, and no other year has that day', (t) => {
  const tuesday = quiet('America/New_York', { ...night, days: [2] });
  t.is(
    until(tuesday, '2028-03-01T03:00:00Z'),
    '2028-03-01T12:00:00.000Z',
    'the 29th of February 2028 is a Tuesday',
  );
  t.is(until(quiet('UTC', { ...night, days: [6] }), '2026-03-01T05:00:00Z'), '2026-03-01T07:00:00.000Z');
});

test('when clocks go forward, a skipped time is the moment of the change', (t) => {
  // Berlin, 2026-03-29: 02:00 is followed by 03:00, at 01:00 UTC.
  const skip = '2026-03-29T01:00:00.000Z';
  t.is(
    until(quiet('Europe/Berlin', night), '2026-03-28T21:00:00Z'),
    '2026-03-29T05:00:00.000Z',
    'an hour shorter',
  );
  t.is(until(quiet('Europe/Berlin', { from: '22:00', to: '02:30' }), '2026-03-29T00:30:00Z'), skip);
  t.is(until(quiet('Europe/Berlin', { from: '02:30', to: '04:00' }), '2026-03-29T00:59:59Z'), null);
  t.is(until(quiet('Europe/Berlin', { from: '02:30', to: '04:00' }), skip), '2026-03-29T02:00:00.000Z');
  t.is(
    until(quiet('Europe/Berlin', { from: '02:10', to: '02:50' }), skip),
    null,
    'none of it is on the clock',
  );
});

test('when clocks go back, a window that begins in the first of the two hours lasts through the second', (t) => {
  // Berlin, 2026-10-25: 03:00 is followed by 02:00, at 01:00 UTC.
  t.is(
    until(quiet('Europe/Berlin', night), '2026-10-24T20:00:00Z'),
    '2026-10-25T06:00:00.000Z',
    'an hour longer',
  );
  const toFold = quiet('Europe/Berlin', { from: '22:00', to: '02:30' });
  t.is(until(toFold, '2026-10-25T00:45:00Z'), '2026-10-25T01:30:00.000Z', 'the second 02:30');
  t.is(until(toFold, '2026-10-25T01:30:00Z'), null);
  const toItsBegin = quiet('Europe/Berlin', { from: '22:00', to: '02:00' });
  t.is(
    until(toItsBegin, '2026-10-24T23:59:00Z'),
    '2026-10-25T00:00:00.000Z',
    'the first: they never show less again',
  );
  const fromFold = quiet('Europe/Berlin', { from: '02:30', to: '04:00' });
  t.is(until(fromFold, '2026-10-25T00:29:00Z'), null);
  t.is(until(fromFold, '2026-10-25T00:30:00Z'), '2026-10-25T03:00:00.000Z');
  t.is(until(fromFold, '2026-10-25T01:10:00Z'), '2026-10-25T03:00:00.000Z', 'the second 02:10');
});

test('zones that change by half an hour, at midnight, or by a whole day are right', (t) => {
  const lordHowe = quiet('Australia/Lord_Howe', { from: '01:45', to: '02:15' });
  t.is(until(lordHowe, '2026-10-03T15:29:00Z'), '2026-10-03T15:30:00.000Z', '02:00 is followed by 02:30');
  const santiago = quiet('America/Santiago', { from: '23:30', to: '00:30' });
  t.is(until(santiago, '2026-04-05T02:45:00Z'), '2026-04-05T04:30:00.000Z', '24:00 is followed by 23:00');
  const apia = quiet('Pacific/Apia', night);
  t.is(until(apia, '2011-12-30T09:00:00Z'), '2011-12-30T17:00:00.000Z', 'the 30th of December was left out');
});

/** The same by walking minute by minute: a window lasts from the first that shows `from` to the last below `to`. */
function walk({ timeZone, windows }: QuietHours, first: number, minutes: number): (number | null)[] {
  const walls = Array.from({ length: minutes }, (_, n) => wallTime(timeZone, first + n * MINUTE));
  const isQuiet = new Array<boolean>(minutes).fill(false);
  const minuteOf = (at: string) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3));
  for (let day = Math.floor((walls[0] as number) / DAY) - 1; day * DAY <= (walls.at(-1) as number); day++)
    for (const { days, from, to } of windows) {
      if (!days.includes(new Date(day * DAY).getUTCDay() || 7)) continue;
      const begin = day * DAY + minuteOf(from) * MINUTE;
      const end = day * DAY + (minuteOf(to) + (minuteOf(to) > minuteOf(from) ? 0 : 1440)) * MINUTE;
      const [start, stop] = [
        walls.findIndex((wall) => wall >= begin),
        walls.findLastIndex((wall) => wall < end),
      ];
      if (start >= 0) isQuiet.fill(true, start, Math.max(start, stop + 1));
    }
  return isQuiet.map((is, n) => {
    const loud = is ? isQuiet.indexOf(false, n) : -1;
    return loud < 0 ? null : first + loud * MINUTE;
  });
}

/** A generator with a seed: mulberry32. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Days around which clocks change, and two on which they do not. */
const OCCASIONS: [zone: string, day: string][] = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Kathmandu', '2028-02-29'],
  ['UTC', '2026-12-31'],
];
const ROUNDS = 3;

test('random windows agree with a search minute by minute', (t) => {
  const pick = random(42);
  const clock = () =>
    `${String(pick(24)).padStart(2, '0')}:${String(pick(4) * 15 + (pick(3) === 0 ? pick(15) : 0)).padStart(2, '0')}`;
  for (const [timeZone, day] of OCCASIONS)
    for (let round = 0; round < ROUNDS; round++) {
      const windows = Array.from({ length: 1 + pick(3) }, () => ({
        days: EVERY_DAY.filter(() => pick(3) > 0),
        from: clock(),
        to: clock(),
      }));
      const hours = { timeZone, windows };
      const first = Date.parse(`${day}T00:00:00Z`) - 3 * DAY;
      const walked = walk(hours, first, 6 * 1440);
      // Periods that reach over an end of the walk are seen by it in part only.
      for (let n = 2 * 1440; n < 4 * 1440; n += 1 + pick(40)) {
        const expected = walked[n];
        const found = quietUntil(hours, new Date(first + n * MINUTE))?.getTime() ?? null;
        if (found !== expected && !(expected === null && (found ?? 0) > first + 5 * DAY))
          t.deepEqual([found, hours, new Date(first + n * MINUTE)], [expected, hours] as never);
      }
    }
  t.pass();
});
