import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Complete payloads of services: the members that matter to readers are shown, the others are counted. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  const items = blocks.flatMap((block) => (block.kind === 'item' ? [block] : []));
  return { title, lead, pairs, table, items, blocks, omitted, said: JSON.stringify(blocks) };
}

const ISSUE = {
  expand: 'renderedFields,names,schema',
  key: 'ED-1',
  fields: {
    statuscategorychangedate: '2026-11-20T10:11:00.000+0100',
    workratio: -1,
    customfield_10019: '0|i0000f:',
    issuetype: { name: 'Bug' },
    project: { name: 'Edison Lighting' },
    priority: { name: 'High' },
    labels: ['backend', 'customer'],
    assignee: { displayName: 'Mia Krystof' },
    status: { name: 'In Progress' },
    components: [{ name: 'Checkout' }],
    description: 'Open the cart with two coupons, remove one, press pay.',
    summary: 'Total keeps a removed coupon',
    creator: { displayName: 'Alan Grant' },
    reporter: { displayName: 'Alan Grant' },
    created: '2026-11-18T09:12:44.000+0100',
    updated: '2026-11-27T16:02:10.000+0100',
    duedate: '2026-12-04',
    votes: { votes: 0 },
  },
};

test('an issue shows its summary, its text and its facts; values for programs are counted', (t) => {
  const { title, blocks, pairs, omitted, said } = read(ISSUE);
  t.is(title, 'Total keeps a removed coupon', 'and not the name of a component');
  t.deepEqual(blocks[0], { kind: 'paragraph', text: ISSUE.fields.description });
  t.true(pairs.length <= 10);
  t.true(
    ['status: In Progress', 'priority: High', 'duedate: 2026-12-04'].every((one) => pairs.includes(one)),
  );
  t.false(/renderedFields|i0000f|workratio/.test(said));
  t.is(pairs.filter((pair) => pair.includes('Alan Grant')).length, 1, 'one person is said once');
  t.true(omitted >= 8);
  t.is(digestText(JSON.stringify(ISSUE)).shape, 'table');
});

test('values for programs are kept if there are few others', (t) => {
  t.deepEqual(read({ name: 'Lamp', txqlen: 3, mtu: 1500 }).pairs, ['txqlen: 3', 'mtu: 1500']);
});

test('the comment of an event precedes the text of its issue', (t) => {
  const { blocks } = read({
    action: 'created',
    issue: { title: 'Spelling error', body: 'You spelled a word of the manual with two letters too many.' },
    comment: { body: 'You are right! It is fixed in a minute.' },
    repository: { full_name: 'anna/manual', description: 'The manual of our house, in all its parts.' },
  });
  t.deepEqual(blocks[0], { kind: 'paragraph', text: 'You are right! It is fixed in a minute.' });
  const push = {
    ref: 'refs/heads/main',
    repository: { full_name: 'anna/manual', description: 'The manual of our house.' },
  };
  t.true(read({ ...push, pusher: { name: 'anna' } }).blocks.every(({ kind }) => kind !== 'paragraph'));
});

test('an important figure precedes a text', (t) => {
  const { lead, blocks } = read({
    name: 'Attic',
    temperature: 21.5,
    description: 'The sensor hangs below the window in the roof.',
  });
  t.is(lead, 'temperature');
  t.true(blocks.every(({ kind }) => kind === 'pair'));
});

test('the conclusion of a run is shown large', (t) => {
  const run = {
    name: 'test',
    head_branch: 'main',
    status: 'completed',
    conclusion: 'failure',
    run_number: 163,
  };
  t.is(read({ action: 'completed', workflow_run: run }).lead, 'workflow run conclusion');
});

const machine = (name: string, at: number) => ({
  vmid: 100 + at,
  name,
  status: at === 2 ? 'stopped' : 'running',
  type: at === 1 ? 'lxc' : 'qemu',
  cpu: 0.25 + at,
  mem: 2_147_483_648 * (at + 1),
  maxmem: 8_589_934_592 * (at + 1),
  uptime: 812_345 + 100_000 * at,
  netin: 123_456_789 * (at + 1),
  netout: 98_765_432 * (at + 1),
});

test('three records with many values are shown side by side', (t) => {
  const { table, omitted } = read({ data: ['web', 'files', 'mail'].map(machine) });
  t.deepEqual(table?.header, ['', 'web', 'files', 'mail']);
  const row = (name: string) => table?.rows.find(([first]) => first === name);
  t.deepEqual(row('status'), ['status', 'running', 'running', 'stopped']);
  t.is(omitted, 4, 'the numbers that the program has for them and their name');
  const texts = ['web', 'files', 'mail'].map((name, at) => ({
    ...machine(name, at),
    notes: `A note to ${name}`,
  }));
  t.not(read({ data: texts }).table?.header?.[0], '', 'sentences are read below their rows');
  t.not(read({ data: ['a', 'b', 'c', 'd'].map(machine) }).table?.header?.[0], '', 'more are rows');
});

test('many rows have sentences below them, except for those that most rows share', (t) => {
  const lines = ['U5', 'S7', 'M4', 'U2'].map((line, at) => ({
    when: `2026-11-28T10:0${at}:00+01:00`,
    line: { name: line },
    direction: `Stop ${at}`,
    remarks: at === 1 ? ['Buses in place of trains between the old town and the bridge'] : ['barrier-free'],
    occupancy_of_the_first_and_last_carriages: `${at} of 4`,
  }));
  const { table, omitted } = read({ departures: lines });
  t.deepEqual(table?.notes, ['', 'Buses in place of trains between the old town and the bridge', '', '']);
  t.true(omitted >= 3 + 4 * 3);
});

test('codes and counts that all rows of a wide table share are left out', (t) => {
  const rows = ['Bolt', 'Nut', 'Gear'].map((name, at) => ({
    name,
    size: 11 + at,
    weight: 31 + at,
    stock: 51 + at,
    price: 71 + at,
    batch: 3,
    shelf: 'b7',
    state: 'open',
  }));
  const { pairs, omitted } = read(rows);
  t.true(pairs.includes('state: open') && !pairs.includes('shelf: b7'));
  t.true(omitted >= 2);
});

test('names and units of programs do not determine the language of a page', (t) => {
  const prices = Array.from({ length: 6 }, (_, hour) => ({
    start_timestamp: 1_795_856_400_000 + hour * 3_600_000,
    marketprice: 82.5 + hour,
    unit: 'Eur/MWh',
  }));
  t.is(digestText(JSON.stringify({ object: 'list', data: prices })).language, null);
  const meter = {
    'Meter Location Current': 1,
    'Power Real Phase Sum': 3,
    Manufacturer: 'Fronius International GmbH',
  };
  t.is(digestText(JSON.stringify(meter)).language, null, 'nor do long names');
  const message = { title: 'Müll', message: 'Bitte stellt heute Abend die Tonnen an die Straße.' };
  t.is(digestText(JSON.stringify(message)).language, 'de');
});

test('a long series of figures without names is left out for the values beside it', (t) => {
  const course = (factor: number) => Array.from({ length: 24 }, (_, at) => ((at * 7) % 24) * factor + 1);
  const values = { queries: 10_358, blocked: 1413, clients: 31 };
  const { table, pairs, omitted } = read({ ...values, by_hour: course(3), blocked_by_hour: course(2) });
  t.is(table, undefined);
  t.is(pairs.length, 3);
  t.true(omitted >= 48);
  const numbered = { minute: course(1).map((_, at) => at), figure: course(3) };
  t.is(read({ ...values, ...numbered }).table?.rows.length, 24, 'rows that are numbered stay');
});

test('important values are shown beside rows', (t) => {
  const facts = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`fact_${at}`, `Word ${at}`]));
  const rows = ['Anna', 'Ole', 'Ida', 'Ben'].map((name, at) => ({
    name,
    points: 3 + at,
    wins: 7 - at,
    draws: at,
  }));
  const { pairs, omitted } = read({ ...facts, humidity: 56, rows });
  t.is(pairs.length, 8);
  t.true(pairs.includes('humidity: 56 %'));
  t.is(omitted, 2 * 4);
});

test('the path of each object is not a column beside its name', (t) => {
  const one = (current: string, name: string) => ({
    current,
    latest: '9.0.1',
    location: `/home/me/node_modules/${name}`,
  });
  const { table, omitted } = read({
    koa: one('2.15.0', 'koa'),
    zod: one('3.22.4', 'zod'),
    pg: one('8.11.3', 'pg'),
  });
  t.false(table?.header?.includes('location'));
  t.true(omitted >= 3);
});
