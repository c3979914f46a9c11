import test from 'ava';
// Behind index.ts: schedules start by a clock of the test.
import { nextTimeOfDay } from '#shared/next-time-of-day.ts';
import { startScheduled } from '../../../../modules/library/analyses/schedule/start-scheduled.ts';
import type { LibraryContext } from '../../../../modules/library/context.ts';
import { APP, claimDisplay, type LibraryStand, note, parallel, startLibrary, table } from './stand.ts';
import { workerContext } from './worker-context.ts';

const next = (zone: string, at: string, after: string) =>
  nextTimeOfDay(zone, at, new Date(after)).toISOString();

const CLOCKS: [string, string, string, string, string][] = [
  ['later today', 'UTC', '07:30', '2026-11-21T07:29:59Z', '2026-11-21T07:30:00.000Z'],
  ['at the very moment: tomorrow', 'UTC', '07:30', '2026-11-21T07:30:00Z', '2026-11-22T07:30:00.000Z'],
  ['winter in Berlin', 'Europe/Berlin', '07:00', '2026-11-21T12:00:00Z', '2026-11-22T06:00:00.000Z'],
  ['summer in Berlin', 'Europe/Berlin', '07:00', '2026-06-21T12:00:00Z', '2026-06-22T05:00:00.000Z'],
  ['into summer time', 'Europe/Berlin', '07:00', '2026-03-28T06:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['out of summer time', 'Europe/Berlin', '07:00', '2026-10-24T05:00:00Z', '2026-10-25T06:00:00.000Z'],
  // 02:00 becomes 03:00 at 01:00 UTC on 29 March 2026.
  [
    'a time that is skipped: when clocks change',
    'Europe/Berlin',
    '02:30',
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'after the skipped one: the next day',
    'Europe/Berlin',
    '02:30',
    '2026-03-29T01:00:00Z',
    '2026-03-30T00:30:00.000Z',
  ],
  // 03:00 becomes 02:00 at 01:00 UTC on 25 October 2026.
  [
    'a time that comes twice: the first',
    'Europe/Berlin',
    '02:30',
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'not the second time as well',
    'Europe/Berlin',
    '02:30',
    '2026-10-25T00:30:00Z',
    '2026-10-26T01:30:00.000Z',
  ],
  [
    'half an hour of daylight saving',
    'Australia/Lord_Howe',
    '02:15',
    '2026-10-03T00:00:00Z',
    '2026-10-03T15:30:00.000Z',
  ],
  ['ahead of UTC', 'Pacific/Kiritimati', '00:00', '2026-11-21T09:59:59Z', '2026-11-21T10:00:00.000Z'],
  ['behind UTC', 'Pacific/Pago_Pago', '23:59', '2026-11-21T10:58:00Z', '2026-11-21T10:59:00.000Z'],
  ['quarter hours', 'Asia/Kathmandu', '06:00', '2026-11-21T00:14:00Z', '2026-11-21T00:15:00.000Z'],
  ['the end of the year', 'America/New_York', '08:00', '2026-12-31T14:00:00Z', '2027-01-01T13:00:00.000Z'],
];

for (const [name, zone, at, after, expected] of CLOCKS) {
  test(`the next ${at} in ${zone}: ${name}`, (t) => t.is(next(zone, at, after), expected));
}

test('through a year of changing clocks there is one run each day', (t) => {
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'UTC',
    'Africa/Casablanca',
  ]) {
    for (const at of ['02:30', '00:00', '03:00', '23:59']) {
      let moment = new Date('2026-01-01T12:00:00Z');
      const days = new Set<string>();
      for (let run = 0; run < 365; run++) {
        moment = nextTimeOfDay(zone, at, moment);
        days.add(new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(moment));
      }
      t.is(days.size, 365, `${zone} ${at}`);
    }
  }
});

let stand: LibraryStand;
let context: LibraryContext;
test.before(async () => {
  stand = await startLibrary();
  context = await workerContext(stand);
});
test.after.always(() => stand?.close());

const OFF = { timeZone: 'UTC', language: null, schedule: { enabled: false, at: '07:00', intent: null } };
const daily = (at = '07:00', enabled = true) => ({
  timeZone: 'Europe/Berlin',
  schedule: { enabled, at, intent: 'What was new?' },
});
const due = (userId: string, minutesAgo: number) =>
  table(stand, 'settings')
    .where({ user_id: userId })
    .update({ next_run_at: new Date(Date.now() - minutesAgo * 60_000) });
const runs = (userId: string) => table(stand, 'analyses').where({ user_id: userId });

test('the daily run is off by default, and its settings are stored and validated', async (t) => {
  const { client, userId } = await stand.newUser();
  t.deepEqual((await client.get(`${APP}/settings`)).body, OFF);
  const set = { ...daily(), language: null };
  t.deepEqual((await client.put(`${APP}/settings`, { body: daily() })).body, set);
  t.deepEqual((await client.get(`${APP}/settings`)).body, set);
  const { next_run_at: first } = await table(stand, 'settings').where({ user_id: userId }).first();
  t.true(first > new Date());
  await client.put(`${APP}/settings`, { body: daily('07:00', false) });
  t.is((await table(stand, 'settings').where({ user_id: userId }).first()).next_run_at, null);
  for (const wrong of [
    {},
    { ...OFF, timeZone: 'Mars/Olympus' },
    { ...OFF, timeZone: '+01:00' },
    { ...OFF, language: 'klingon!' },
    { ...OFF, language: 'x' },
    { ...OFF, schedule: { enabled: true, at: '24:00' } },
    { ...OFF, schedule: { enabled: 'yes', at: '07:00' } },
  ])
    t.is((await client.put(`${APP}/settings`, { body: wrong })).status, 400);
  const { body: token } = await client.post('/auth/tokens', { body: { name: 'test' } });
  t.is((await client.as(token.token).get('/api/sdk/v1/settings')).status, 400, 'only for owners');
});

test('a language is kept until another is set, and is that of pages whose material has none', async (t) => {
  const { client } = await stand.newUser();
  const put = (body: object) => client.put(`${APP}/settings`, { body });
  t.is((await put({ ...daily(), language: 'pt-br' })).body.language, 'pt-BR');
  t.is((await put(daily('08:00'))).body.language, 'pt-BR', 'left out, it stays');
  t.is((await put({ ...daily(), language: null })).body.language, null);
});

test.serial('a due run starts once, even with several workers', async (t) => {
  const { client, userId } = await stand.newUser();
  await claimDisplay(client);
  await note(client);
  await client.put(`${APP}/settings`, { body: daily() });
  await startScheduled(context);
  t.is((await runs(userId)).length, 0, 'not yet due');
  await due(userId, 1);
  await parallel(8, () => startScheduled(context));
  const [run, ...more] = await runs(userId);
  t.is(more.length, 0);
  t.like((await client.get(`${APP}/analyses/${run.id}`)).body, {
    trigger: 'scheduled',
    context: 'history',
    intent: 'What was new?',
    scope: { since: '24h' },
    target: null,
  });
  const { next_run_at: again } = await table(stand, 'settings').where({ user_id: userId }).first();
  t.true(again > new Date());
});

test.serial('a run that is hours late is skipped; without a display there is none', async (t) => {
  const { client, userId } = await stand.newUser();
  await client.put(`${APP}/settings`, { body: daily() });
  await due(userId, 1);
  await startScheduled(context);
  await claimDisplay(client);
  await due(userId, 180);
  await startScheduled(context);
  t.is((await runs(userId)).length, 0);
  t.true((await table(stand, 'settings').where({ user_id: userId }).first()).next_run_at > new Date());
});
