import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** A reading as text: pairs as `name: value`, the first table with its columns, and items. */
function read(document: unknown) {
  const { title, blocks } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  const items = blocks.flatMap((block) => (block.kind === 'item' ? [block] : []));
  return { title, pairs, header: table?.header, rows: table?.rows, items, blocks };
}

test('a number has the unit of the member that is named after it', (t) => {
  const periods = ['Today', 'Tonight', 'Monday'].map((name, index) => ({
    number: index + 1,
    name,
    startTime: `2026-11-2${3 + index}T06:00:00-06:00`,
    endTime: `2026-11-2${3 + index}T18:00:00-06:00`,
    temperature: 50 + index,
    temperatureUnit: 'F',
    probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: 10 * index },
    shortForecast: `Sunny ${index}`,
  }));
  const { header, rows } = read({ '@context': ['https://x.org/c', { '@version': '1' }], periods });
  t.deepEqual(
    header?.slice(0, 3),
    ['name', 'temperature', 'short forecast'],
    'no column only numbers the rows',
  );
  t.deepEqual(rows?.[1]?.slice(0, 3), ['Tonight', '51 °F', 'Sunny 1']);
  t.deepEqual(read({ pressure: 1009, pressure_unit: 'hPa', fee: 3 }).pairs, ['pressure: 1009 hPa', 'fee: 3']);
  t.deepEqual(read({ meter: { energy: 7512664, energy_unit: 'Wh' } }).pairs, ['meter energy: 7512.7 kWh']);
});

test('a departure shows its line, destination and delay for every known service', (t) => {
  const call = (minute: string, expected: string, code: string, to: string) => ({
    aimedDepartureTime: `2026-11-23T08:${minute}:00+01:00`,
    expectedDepartureTime: `2026-11-23T08:${expected}:00+01:00`,
    actualDepartureTime: null,
    quay: { id: 'NSR:Quay:5', publicCode: minute },
    destinationDisplay: { frontText: to },
    serviceJourney: {
      journeyPattern: { line: { name: `to ${to}`, publicCode: code, transportMode: 'rail' } },
    },
  });
  const entur = read({
    data: {
      stopPlace: {
        name: 'Oslo S',
        estimatedCalls: [call('02', '02', 'L1', 'Ski'), call('04', '07', 'L2', 'Moss')],
      },
    },
  });
  t.is(entur.title, 'Oslo S');
  t.deepEqual(entur.header, ['planned departure', 'line', 'route', 'destination', 'delay', 'platform']);
  t.is(entur.rows?.[1]?.[4], '+3 min');

  const stop = (line: string, direction: string, time: string, base: string) => ({
    display_informations: {
      code: line,
      label: line,
      direction,
      name: `A - ${direction}`,
      network: 'RATP',
      links: [],
    },
    stop_point: { name: 'Bastille', coord: { lat: '48.85', lon: '2.36' } },
    links: [],
    stop_date_time: { departure_date_time: time, base_departure_date_time: base, data_freshness: 'realtime' },
  });
  const navitia = read({
    pagination: { total_result: 2 },
    links: [{ href: 'https://x', type: 'route' }],
    departures: [
      stop('1', 'Nation', '20261123T075700', '20261123T075700'),
      stop('8', 'Balard', '20261123T075800', '20261123T075600'),
    ],
  });
  t.is(navitia.rows?.[1]?.[0], '2026-11-23T07:56:00');
  t.true(navitia.rows?.[1]?.includes('+2 min'));
  t.false(JSON.stringify(navitia.blocks).includes('total result'));

  const trip = (line: string, at: number, delay: number) => ({
    id: line,
    tripUpdate: {
      trip: { tripId: 'T', routeId: line },
      stopTimeUpdate: [{ arrival: { delay, time: String(at) } }],
    },
  });
  const feed = read({
    header: { incrementality: 'FULL_DATASET' },
    entity: [trip('86', 1795417530, 130), trip('9', 1795417830, 0)],
  });
  t.deepEqual(feed.rows, [
    ['2026-11-23T07:05:30.000Z', '86', '+2 min'],
    ['2026-11-23T07:10:30.000Z', '9', '0'],
  ]);
});

test('a board of one departure does not become a page of its stops', (t) => {
  const passList = ['Bern', 'Olten', 'Zürich'].map((name) => ({ station: { name }, departure: null }));
  const { title, pairs, blocks } = read({
    station: { name: 'Bern, Bahnhof' },
    stationboard: [
      { stop: { departure: '2026-11-23T08:02:00+01:00' }, name: 'IC 1', to: 'Zürich', passList },
    ],
  });
  t.false(blocks.some((block) => block.kind === 'table' && block.rows.length === 3));
  t.is(title, 'Bern, Bahnhof · Stationboard');
  t.true(pairs.includes('name: IC 1'));
  t.true(pairs.includes('pass list: Bern, Olten, Zürich'), 'they are said as one text');
});

test('tasks are recognized by their status, with their due day and without markup of their board', (t) => {
  const { items } = read({
    items: [
      {
        title: 'Renew passport',
        notes: 'Blue folder',
        status: 'needsAction',
        due: '2026-11-27T00:00:00.000Z',
        updated: '2026-11-20T18:12:33.000Z',
      },
      {
        title: 'Pay the trip',
        status: 'completed',
        completed: '2026-11-22T07:02:00.000Z',
        updated: '2026-11-22T07:02:00.000Z',
      },
    ],
  });
  t.deepEqual(
    items.map(({ text, done, when }) => [text, done, when]),
    [
      ['Renew passport · Blue folder', false, '2026-11-27'],
      ['Pay the trip', true, undefined],
    ],
  );
  const cards = ['Sweep', 'Wood'].map((name, index) => ({
    name,
    dueComplete: index === 1,
    badges: { votes: 0 },
    idBoard: 'b',
    pos: 65535 * index,
    shortLink: 'abc',
    dateLastActivity: '2026-11-20T09:11:23.488Z',
    labels: [],
  }));
  t.deepEqual(
    read(cards).items.map(({ text, done }) => [text, done]),
    [
      ['Sweep', false],
      ['Wood', true],
    ],
  );
});

test('the creation time of a row is not a column, except for open issues', (t) => {
  const row = (food: string, more: object) => ({
    food,
    quantity: 2,
    created_at: '2026-01-05T12:55:00Z',
    updated_at: '2026-01-05T15:15:00Z',
    ...more,
  });
  t.deepEqual(read([row('Apples', {}), row('Lemons', { quantity: 3 })]).header, ['food', 'quantity']);
  const issues = [
    row('Crash', { state: 'open' }),
    row('Typo', { state: 'closed', created_at: '2026-02-01T10:00:00Z' }),
  ];
  t.true(JSON.stringify(read(issues).blocks).includes('created at'));
});

test('a match shows its teams and its score', (t) => {
  const match = (home: string, away: string, points: [number, number]) => ({
    matchDateTime: '2026-11-21T15:30:00',
    matchDateTimeUTC: '2026-11-21T14:30:00Z',
    team1: { teamName: home, teamIconUrl: 'https://x/a.svg' },
    team2: { teamName: away, teamIconUrl: 'https://x/b.svg' },
    matchResults: [
      { resultName: 'Halbzeit', pointsTeam1: 0, pointsTeam2: 1 },
      { resultName: 'Endergebnis', pointsTeam1: points[0], pointsTeam2: points[1] },
    ],
  });
  const { header, rows } = read([match('Hamburg', 'Bremen', [2, 2]), match('Freiburg', 'Mainz', [4, 0])]);
  t.deepEqual(header?.slice(0, 3), ['home', 'score', 'away']);
  t.deepEqual(rows?.[1]?.slice(0, 3), ['Freiburg', '4 : 0', 'Mainz']);
});

test('a history has its unit in every row and its sensor as a heading', (t) => {
  const states = (name: string, unit: string, at = '01') => [
    {
      entity_id: 'sensor.x',
      state: '20.9',
      attributes: { friendly_name: name, unit_of_measurement: unit },
      last_changed: '2026-11-23T00:00:00Z',
    },
    { state: '20.6', last_changed: `2026-11-23T${at}:12:44Z` },
  ];
  const { blocks } = read([states('Living room', '°C'), states('Load', 'W', '02')]);
  t.deepEqual(
    blocks.map((block) =>
      block.kind === 'table' ? block.rows[1]?.[1] : block.kind === 'heading' && block.text,
    ),
    ['Living room', '20.6 °C', 'Load', '20.6 W'],
  );
});

test('sizes, rates and durations are written in common units', (t) => {
  t.deepEqual(read({ memory: { total: 33567662080, used: '12876132352' } }).pairs, [
    'memory total: 31 GB',
    'memory used: 12 GB',
  ]);
  t.deepEqual(read({ player: { PositionTicks: 18230000000 } }).pairs, ['player Position: 30:23']);
  const speed = read({
    type: 'result',
    ping: { latency: 9.84 },
    download: { bandwidth: 31245119 },
    upload: { bandwidth: 5102233 },
    isp: 'Kabel',
    interface: { name: 'eth0' },
  });
  t.is(speed.title, 'Kabel');
  t.deepEqual(speed.pairs, ['download: 250 Mbit/s', 'upload: 40.8 Mbit/s', 'ping: 9.84 ms']);
  t.deepEqual(read({ n: 'Evening', on: true, bri: 128 }).pairs, ['on: true', 'brightness: 128']);
  t.deepEqual(
    read({ v: 3, iaqi: { p: { v: 1010 }, pm10: { v: 19 } } }).pairs.slice(1),
    ['iaqi › p: 1010', 'iaqi › pm10: 19'],
    'an index has no unit',
  );
});

test('lessons have the times of their timetable', (t) => {
  const lesson = (startTime: number, endTime: number, name: string) => ({
    date: 20261123,
    startTime,
    endTime,
    su: [{ name }],
  });
  const { rows, pairs } = read({
    jsonrpc: '2.0',
    result: [lesson(800, 845, 'Maths'), lesson(850, 935, 'Sport'), lesson(955, 1040, 'Art')],
  });
  t.deepEqual(pairs, ['date: 2026-11-23']);
  t.true(rows?.[2]?.includes('09:55'));
});
