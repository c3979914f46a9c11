import test from 'ava';
import { readCalendarDigest } from '#worker/extract/describe-text.ts';
import { readCalendar } from '#worker/extract/read-calendar.ts';
import { UnreadableError } from '#worker/sandbox/sandbox.ts';

const NOW = new Date('2026-11-20T06:00:00Z');

function calendar(...events: string[][]): string {
  const bodies = events.map((lines, index) =>
    ['BEGIN:VEVENT', `UID:${index}`, ...lines, 'END:VEVENT'].join('\r\n'),
  );
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Family', ...bodies, 'END:VCALENDAR'].join('\r\n');
}

test('events are moments, days or wall times, in order, with place and note', (t) => {
  const { name, block } = readCalendar(
    calendar(
      [
        'DTSTART;TZID=Europe/Oslo:20261121T180000',
        'DTEND;TZID=Europe/Oslo:20261121T193000',
        'SUMMARY:Choir',
        'LOCATION:St. Mary',
      ],
      ['DTSTART;VALUE=DATE:20261122', 'SUMMARY:Birthday'],
      ['DTSTART:20261120T090000', 'SUMMARY:Floating', 'DESCRIPTION:Bring the maps'],
    ),
    NOW,
  );
  t.is(name, 'Family');
  t.deepEqual(
    block.events.map(({ title, start, place, note }) => [title, start, place, note]),
    [
      ['Floating', '2026-11-20T09:00:00', null, 'Bring the maps'],
      ['Choir', '2026-11-21T17:00:00.000Z', 'St. Mary', null],
      ['Birthday', '2026-11-22', null, null],
    ],
  );
});

test('recurring events are expanded for the next weeks, across clock changes, without cancelled ones', (t) => {
  const { block } = readCalendar(
    calendar([
      'DTSTART;TZID=Europe/Oslo:20260901T183000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TH',
      'EXDATE;TZID=Europe/Oslo:20261126T183000',
      'SUMMARY:Swimming',
    ]),
    NOW,
  );
  const starts = block.events.map(({ start }) => start);
  t.is(starts[0], '2026-11-19T17:30:00.000Z');
  t.is(starts[1], '2026-11-23T17:30:00.000Z');
  t.false(starts.includes('2026-11-26T17:30:00.000Z'));
  t.true(starts.length >= 10 && starts.length <= 14);
});

test('an event with an invalid date is dropped alone, dates without a time are days, and markup in notes is removed', (t) => {
  const { block, omitted } = readCalendar(
    calendar(
      ['DTSTART;VALUE=DATE-TIME:20261124', 'DTEND;VALUE=DATE-TIME:20261125', 'SUMMARY:Holiday'],
      ['DTSTART:whenever', 'SUMMARY:Broken'],
      [
        'DTSTART:20261125T090000Z',
        'SUMMARY:Club',
        'DESCRIPTION:Come in.<br>Tea &amp\\; cake <a href="http://x.example/">here</a>\\, a < b',
      ],
    ),
    NOW,
  );
  t.deepEqual(
    block.events.map(({ title, start, note }) => [title, start, note]),
    [
      ['Holiday', '2026-11-24', null],
      ['Club', '2026-11-25T09:00:00Z', 'Come in.\nTea & cake here, a < b'],
    ],
  );
  t.deepEqual(
    omitted.map(({ title }) => title),
    ['Broken'],
  );
  t.throws(() => readCalendar(calendar(['DTSTART:whenever', 'SUMMARY:Broken']), NOW), {
    instanceOf: UnreadableError,
  });
});

test('past events are counted, unless there are no others', (t) => {
  const old = ['DTSTART:20200101T100000Z', 'SUMMARY:Long ago'];
  const coming = ['DTSTART:20261201T100000Z', 'SUMMARY:Soon'];
  const both = readCalendar(calendar(old, coming), NOW);
  t.deepEqual(
    both.block.events.map(({ title }) => title),
    ['Soon'],
  );
  t.deepEqual(
    both.omitted.map(({ title }) => title),
    ['Long ago'],
  );
  t.deepEqual(
    readCalendar(calendar(old), NOW).block.events.map(({ title }) => title),
    ['Long ago'],
  );
});

test('recurrence rules that never match, or match every second, are read in bounded time', (t) => {
  const rules = [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY',
    'FREQ=YEARLY;BYWEEKNO=60',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=1MO;BYSETPOS=9',
    'FREQ=WEEKLY;BYMONTH=13',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY',
  ];
  const before = process.threadCpuUsage();
  for (const rule of rules) {
    const { block } = readCalendar(
      calendar(['DTSTART:19700101T000000Z', `RRULE:${rule}`, 'SUMMARY:Ever']),
      NOW,
    );
    t.true(block.events.length > 0 && block.events.length <= 300, rule);
  }
  const { user, system } = process.threadCpuUsage(before);
  t.true(user + system < 5_000_000);
});

test('a file that is not a calendar is refused', (t) => {
  t.throws(() => readCalendar('BEGIN:VCALENDAR\r\nnonsense', NOW), { instanceOf: UnreadableError });
});

test('links in calendars are shown as their host, and lines drawn by mail programs are removed', (t) => {
  const { block } = readCalendar(
    calendar([
      'DTSTART:20261121T090000Z',
      'SUMMARY:Review',
      'LOCATION:https://meet.example/abc-defg?pli=1',
      'DESCRIPTION:______________\\nJoin here<https://teams.example/l/19%3a>\\nor https://meet.example/abc\\n______',
    ]),
    NOW,
  );
  t.like(block.events[0], { place: 'meet.example', note: 'Join here\nor meet.example' });
});

test("an event's end may have its own zone, a cancelled event is marked, and a calendar's zone is used", (t) => {
  const flight = [
    'DTSTART;TZID=Europe/Lisbon:20261124T113000',
    'DTEND;TZID=America/Sao_Paulo:20261124T184500',
    'SUMMARY:To São Paulo',
  ];
  const off = ['DTSTART;TZID=Europe/Lisbon:20261125T190000', 'SUMMARY:Choir', 'STATUS:CANCELLED'];
  const { block } = readCalendar(calendar(flight, off), NOW);
  t.is(block.events[0]?.end, '2026-11-24T21:45:00.000Z');
  t.deepEqual(
    block.events.map(({ cancelled }) => cancelled),
    [undefined, true],
  );
  t.is(block.timeZone, undefined, 'two zones');
  t.is(readCalendar(calendar(off), NOW).block.timeZone, 'Europe/Lisbon');
  const google = calendar(off).replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:America/New_York');
  t.is(readCalendar(google, NOW).block.timeZone, 'America/New_York');
});

const TASKS = [
  'BEGIN:VTODO\r\nUID:a\r\nSUMMARY:Tax return\r\nDUE;VALUE=DATE:20261130\r\nDESCRIPTION:Blue folder\r\nEND:VTODO',
  'BEGIN:VTODO\r\nUID:b\r\nSUMMARY:Tyres\r\nSTATUS:COMPLETED\r\nEND:VTODO',
  'BEGIN:VTODO\r\nUID:c\r\nSUMMARY:Parcel\r\nDUE:whenever\r\nEND:VTODO',
].join('\r\n');

test('tasks of a calendar are a list; beside events those with a day are among them, the others are counted', (t) => {
  const alone = readCalendarDigest(calendar().replace('END:VCALENDAR', `${TASKS}\r\nEND:VCALENDAR`), NOW);
  t.is(alone.title, 'Family');
  t.deepEqual(
    alone.blocks.map((block) => block.kind === 'item' && [block.text, block.done, block.when]),
    [
      ['Tax return · Blue folder', false, '2026-11-30'],
      ['Tyres', true, undefined],
      ['Parcel', false, undefined],
    ],
  );
  const event = ['DTSTART:20261125T190000Z', 'SUMMARY:Choir'];
  const { block, omitted } = readCalendar(
    calendar(event).replace('END:VCALENDAR', `${TASKS}\r\nEND:VCALENDAR`),
    NOW,
  );
  t.deepEqual(
    block.events.map(({ title, start }) => [title, start]),
    [
      ['Choir', '2026-11-25T19:00:00Z'],
      ['Tax return', '2026-11-30'],
    ],
  );
  t.deepEqual(
    omitted.map(({ title }) => title),
    ['Tyres', 'Parcel'],
  );
});

test('a calendar without events is a calendar, and keeps its name', (t) => {
  const { title, shape, blocks } = readCalendarDigest(calendar(), NOW);
  t.is(title, 'Family');
  t.is(shape, 'agenda');
  t.deepEqual(blocks, [{ kind: 'events', events: [] }]);
});

test('text after the end of a calendar is ignored', (t) => {
  const text = `${calendar(['DTSTART:20261122T183000Z', 'SUMMARY:Choir'])}\r\nX-COMMENT:Cached at noon`;
  t.is(readCalendar(text, NOW).block.events[0]?.title, 'Choir');
});

test("the address of an account is not a calendar's name, and escaped quotation marks are read", (t) => {
  const text = calendar(['DTSTART;VALUE=DATE:20261122', 'SUMMARY:A \\"good\\" day']);
  const { name, block } = readCalendar(text.replace('Family', 'ada@example.org'), NOW);
  t.is(name, null);
  t.is(block.events[0]?.title, 'A "good" day');
});

test('lines of a mail around a calendar are read in bounded time, and its notes have no empty lines', (t) => {
  const plain = calendar([
    'SUMMARY:LH 178',
    'DTSTART:20261201T090500Z',
    'DTEND:20261201T111500Z',
    'DESCRIPTION:Seat 14A\\n\\n\\nEconomy',
  ]);
  const { block } = readCalendar(
    `Content-Type: text/calendar\r\n\r\n${plain}\r\n-- \r\nsent by booking`,
    NOW,
  );
  t.deepEqual(
    block.events.map(({ title, note }) => [title, note]),
    [['LH 178', 'Seat 14A\nEconomy']],
  );
});

test('an invitation has its organiser; an exported calendar does not repeat its owner', (t) => {
  const event = [
    'DTSTART:20261201T083000Z',
    'SUMMARY:Budget',
    'ORGANIZER;CN=Julia Brenner:mailto:julia@example.com',
    'DESCRIPTION:Bring the figures',
  ];
  const invitation = calendar(event).replace('VERSION:2.0', 'VERSION:2.0\r\nMETHOD:REQUEST');
  t.is(readCalendar(invitation, NOW).block.events[0]?.note, 'Julia Brenner\nBring the figures');
  t.is(readCalendar(calendar(event), NOW).block.events[0]?.note, 'Bring the figures');
});
