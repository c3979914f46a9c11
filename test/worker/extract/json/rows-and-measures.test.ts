import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Rows, columns and measurements from the figures of machines. */

function read(document: unknown) {
  const { blocks, omitted } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  return { pairs, omitted, table: blocks.find((block) => block.kind === 'table') };
}

test('lists beside the names of their columns are rows', (t) => {
  const rowSet = [
    ['Hawks', 36, 0.439],
    ['Celtics', 64, 0.78],
    ['Bulls', 39, 0.476],
  ];
  const scores = read({ name: 'Standings', headers: ['team', 'wins', 'pct'], rowSet });
  t.deepEqual(scores.table?.header, ['team', 'wins', 'pct']);
  t.deepEqual(scores.table?.rows[1], ['Celtics', '64', '0.78']);
  const described = read({ columns: rowSet[0]!.map((_, at) => ({ text: `c${at}` })), rows: rowSet });
  t.deepEqual(described.table?.header, ['c0', 'c1', 'c2']);
  // Other lists of as many lists have no names.
  t.is(read({ tags: ['a', 'b'], rows: rowSet }).table?.header ?? null, null);
});

test('figures get the unit that is given once for all of them', (t) => {
  const { pairs } = read({
    PAC: { Unit: 'W', Values: { 1: 812 } },
    TOTAL: { Unit: 'Wh', Values: { 1: 26213502, 2: 12400 } },
  });
  t.deepEqual(pairs, ['PAC: 812 W', 'TOTAL 1: 26213.5 kWh', 'TOTAL 2: 12.4 kWh']);
});

test('large numbers of milliwatts and millivolts are shown in watts and volts', (t) => {
  t.deepEqual(read({ name: 'Plug', power_mw: 61753, voltage_mv: 230837, current_ma: 451 }).pairs, [
    'power: 61.75 W',
    'voltage: 230.8 V',
    'current: 451 mA',
  ]);
});

test('times in the form of C are read', (t) => {
  const { pairs } = read({ asctime: 'Wed Jun 10 14:01:02 2020', born: 'Wed Oct 10 20:19:24 +0000 2018' });
  t.deepEqual(pairs, ['asctime: 2020-06-10T14:01:02', 'born: 2018-10-10T20:19:24.000Z']);
});

test('the settings of a machine follow its measurements', (t) => {
  const config = { cloud: 'on', mode: 'momentary', brightness: 25 };
  const { pairs } = read({ config, level: { water: 41, oil: 12, salt: 7 } });
  t.deepEqual(
    pairs.map((pair) => pair.slice(0, pair.indexOf(':')).split(' ').at(-1)),
    ['water', 'oil', 'salt', 'cloud', 'mode', 'brightness'],
  );
});

test('an object with figures is shown with them, not only by its name', (t) => {
  const now = { date: '2026-11-23T12:40:00Z', value: 539 };
  const { pairs, omitted } = read({ status: { name: 'Nowakowo', current: now, alarm: 630 }, code: 'high' });
  t.is(omitted, 0);
  t.true(pairs.some((pair) => pair.endsWith(': 539')) && pairs.some((pair) => pair.endsWith(': 630')));
});

test('columns of words leave room for columns of figures', (t) => {
  const teams = ['Hawks', 'Celtics', 'Bulls'].map((nick, at) => ({
    city: `City ${at}`,
    nick,
    short: nick.slice(0, 3),
    part: `East ${at}`,
    coach: `Ms ${at}`,
    arena: `Hall ${at}`,
    sponsor: `Firm ${at}`,
    wins: 31 + at,
    losses: 41 - at,
  }));
  const { table } = read(teams);
  t.true(table!.header!.includes('wins') && table!.header!.includes('losses'));
});

test('rows keep the column that distinguishes them, however long it is', (t) => {
  const units = Array.from({ length: 40 }, (_, at) => ({
    unit: `dev-disk-by-path-of-a-controller-with-a-long-name-${at}.device`,
    load: 'loaded',
    active: at % 2 === 0 ? 'active' : 'failed',
    sub: at % 3 === 0 ? 'plugged' : 'mounted',
  }));
  const { table } = read(units);
  t.true(table!.rows.every((row, at) => row.some((cell) => cell.endsWith(`-${at}.device`))));
});

test('objects under numbers are rows, with the values of their groups', (t) => {
  const place = (rcm: number, name: string) => ({ data: { rcm }, name, latitude: 40.58 });
  const { table } = read({
    local: { 1001: place(3, 'Aveiro'), 1002: place(4, 'Beja'), 1003: place(2, 'Braga') },
  });
  t.deepEqual(table?.rows[1]?.toSorted(), ['1002', '4', 'Beja']);
});

test('rows of days with long column names keep their figures side by side', (t) => {
  const days = [23, 24, 25].map((day, at) => ({
    date: `2026-11-${day}`,
    dayMaxScreenTemperature: 11.5 + at,
    nightMinScreenTemperature: 4.5 - at,
    middayRelativeHumidity: 81 + at,
  }));
  t.deepEqual(read({ days }).table?.rows[1], ['2026-11-24', '3.5°', '12.5°', '82 %']);
});

test('a match has its score if each team has its own', (t) => {
  const side = (teamName: string, score: number) => ({ teamName, score, wins: 3 });
  const games = [
    { homeTeam: side('Cavaliers', 132), awayTeam: side('76ers', 121) },
    { homeTeam: side('Pistons', 114), awayTeam: side('Jazz', 103) },
  ];
  t.deepEqual(read({ games }).table?.rows[0]?.slice(0, 3), ['Cavaliers', '132 : 121', '76ers']);
});

test('many lists and many names are read in linear time', (t) => {
  const lists = (count: number) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`l ${at}`, [{ a: at }, { a: 1 }]])),
    );
  const names = (count: number) =>
    JSON.stringify(
      [1, 2, 3].map((by) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`k ${at}`, at * by])),
      ),
    );
  const timeOf = (text: string) => {
    const from = process.cpuUsage();
    readJson(text);
    return process.cpuUsage(from).user;
  };
  for (const document of [lists, names]) {
    timeOf(document(500));
    t.true(timeOf(document(16_000)) < 20 * timeOf(document(2_000)) + 100_000);
  }
});
