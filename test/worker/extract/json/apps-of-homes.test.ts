import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';
import { readFacts } from './read-facts.ts';

/** Documents of applications of a household that have no table of their own, and of garden machines. */

test('a shopping list has its things, not the state of the list or the sort of its attributes', (t) => {
  const urgent = { type: 'PURCHASE_CONDITIONS', content: { urgent: true, discounted: true } };
  const { title, header, rows, facts, omitted } = readFacts({
    uuid: '77a151f8-77c4-47a3-8295-c750a0e69d4f',
    status: 'REGISTERED',
    items: {
      purchase: [
        { itemId: 'Peppers', specification: 'red', attributes: [urgent] },
        { itemId: 'Chicken', specification: 'organic', attributes: [urgent] },
        { itemId: 'Milk', specification: '2 litres', attributes: [] },
      ],
    },
  });
  t.is(title, 'Purchase');
  t.deepEqual(header, ['item', 'specification', 'urgent']);
  t.deepEqual(rows?.[0], ['Peppers', 'red', 'true']);
  t.deepEqual(facts, []);
  t.is(omitted, 6, 'the status with its name, and the sort of two attributes');
});

test('a state that readers must not miss stays beside a list', (t) => {
  const tasks = [
    { name: 'Backup', size: '3 GB' },
    { name: 'Mirror', size: '8 GB' },
  ];
  t.deepEqual(readFacts({ status: 'FAILED', tasks }).facts, ['status: failed']);
});

test('figures of games lead with the present ones, and the former ones are counted', (t) => {
  const wordle = {
    legacyStats: { gamesPlayed: 1111, currentStreak: 229 },
    calculatedStats: { currentStreak: 237, maxStreak: 240 },
    totalStats: { gamesPlayed: 1119, gamesWon: 1077 },
  };
  const bee = { puzzles_started: 87, total_words: 362, total_pangrams: 15 };
  const { title, lead, facts, omitted } = readFacts({
    player: { stats: { spelling_bee: bee, wordle } },
  });
  t.is(title, null);
  t.is(lead, 'wordle current streak');
  t.deepEqual(facts.slice(0, 4), [
    'wordle current streak: 237',
    'wordle max streak: 240',
    'wordle games played: 1119',
    'wordle games won: 1077',
  ]);
  t.false(facts.join('\n').includes('229'));
  t.true(omitted >= 2);
});

test('values of a former format stay where there are no others', (t) => {
  const { facts } = readFacts({ legacy_stats: { played: 12, won: 9 }, level: 4 });
  t.true(facts.some((fact) => fact.endsWith('won: 9')));
});

test('a mower is called by its name, with its next start in its own time', (t) => {
  const attributes = {
    system: { name: 'Rosie', model: '450X', serialNumber: 123 },
    battery: { batteryPercent: 100 },
    mower: { activity: 'PARKED_IN_CS', inactiveReason: 'NONE', state: 'RESTRICTED', errorCode: 0 },
    planner: { nextStartTimestamp: 1_795_892_400_000, restrictedReason: 'WEEK_SCHEDULE' },
    metadata: { connected: true, statusTimestamp: 1_795_860_000_000 },
    workAreas: [
      { workAreaId: 1, name: 'Front lawn', cuttingHeight: 50 },
      { workAreaId: 2, name: 'Back lawn', cuttingHeight: 25 },
      { workAreaId: 0, name: '', cuttingHeight: 50 },
    ],
    statistics: { totalCuttingTime: 4_194_000, totalDriveDistance: 1_780_272, numberOfCollisions: 11 },
  };
  const { title, lead, facts, rows } = readFacts({ data: [{ type: 'mower', id: 'c7', attributes }] });
  t.deepEqual([title, lead], ['Rosie', 'state']);
  t.deepEqual(facts.slice(0, 4), [
    'state: parked in the station',
    'next start: 2026-11-28T19:00',
    'battery: 100 %',
    'waits for: week schedule',
  ]);
  t.true(facts.includes('mowed: 48 d 13 h'));
  t.true(facts.includes('way: 1780 km'));
  t.deepEqual(rows, [
    ['Front lawn', '50 %'],
    ['Back lawn', '25 %'],
  ]);
});

test('the next start of any machine is shown before what is not set', (t) => {
  const { facts } = readFacts({
    zones: [
      { name: 'Roses', minutes: 12, valve: 'A' },
      { name: 'Hedge', minutes: 20, valve: 'B' },
      { name: 'Lawn', minutes: 30, valve: 'D' },
    ],
    controller: { override: 'none', fault: 'none', program: 'summer', nextStartTimestamp: 1_795_892_400_000 },
    pump: { pressure: '2 bar', flow: '8 l/min', hours: 812, starts: 90, phase: 'idle', turns: 40 },
  });
  t.true(facts.some((fact) => fact.endsWith('2026-11-28T19:00:00.000Z')));
  t.false(facts.some((fact) => fact.endsWith('none')));
});

test('a few rows have few columns in large type, and what has no room is below each', (t) => {
  const guest = (name: string, extra: object) => ({
    name,
    status: 'running',
    memory: '3.1 GB of 4 GB',
    uptime: '12 d 4 h',
    disk: '32 GB of 64 GB',
    ...extra,
  });
  const few = [
    guest('home-assistant', { system: 'Debian 13' }),
    guest('paperless', {
      status: 'stopped',
      memory: '0 of 8 GB',
      uptime: '3 h 2 min',
      disk: '64 GB of 99 GB',
    }),
  ];
  const { blocks, omitted } = readJson(JSON.stringify({ guests: few }));
  const table = blocks.find((block) => block.kind === 'table');
  t.true((table?.header?.length ?? 0) <= 4);
  t.regex(table?.notes?.[0] ?? '', /disk 32 GB/);
  t.is(omitted, 0);
});

test('a known document is read by its table within the envelope of an older version too', (t) => {
  const loadpoint = { title: 'Carport', chargePower: 1708, charging: true, vehicleSoc: 54, mode: 'pv' };
  const state = {
    siteTitle: 'Home',
    homePower: 612,
    pvPower: 4210,
    gridPower: -1890,
    loadpoints: [loadpoint],
  };
  const bare = readFacts(state);
  t.deepEqual(readFacts({ result: state }), bare);
  t.true(bare.facts.some((fact) => fact.includes('612 W')));
});

test('a note on few of the rows is below them in other languages too', (t) => {
  const day = (datum: string, art: string, hinweis: string) => ({ datum, art, hinweis });
  const termine = [
    day('2026-11-30', 'Restmüll', ''),
    day('2026-12-02', 'Gelber Sack', 'verschoben wegen Baustelle'),
    day('2026-12-07', 'Biotonne', ''),
    day('2026-12-09', 'Papier', ''),
  ];
  const { blocks, omitted } = readJson(JSON.stringify({ ort: 'Lindau', termine }));
  const table = blocks.find((block) => block.kind === 'table');
  t.is(table?.notes?.[1], 'verschoben wegen Baustelle');
  t.is(omitted, 0);
});

test('a sum takes the currency beside it, and the number of rows is not the large figure', (t) => {
  const budget = (name: string, sum: string) => ({
    name,
    left: 12,
    sum,
    currency_code: 'EUR',
    currency_symbol: '€',
  });
  const { lead, header, rows } = readFacts({
    count: 40,
    results: [budget('Food', '-412.35'), budget('Fuel', '-98.10'), budget('Toys', '-3.00')],
  });
  t.is(lead, null);
  t.deepEqual(header, ['name', 'sum']);
  t.is(rows?.[0]?.[1], '-412.35 EUR');
});

test('of a figure and the same one as people read it, the latter is shown', (t) => {
  const { facts } = readFacts({
    ping: 11.42,
    download_bits: 938000000,
    download_bits_human: '938 Mbps',
    isp: 'Northern Fibre',
  });
  t.true(facts.includes('download bits human: 938 Mbps'));
  t.false(facts.join(' ').includes('938000000'));
});
