import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Documents to which the rules for services must not apply: words are kept, and figures are unchanged. */

/** All text of a reading, and the number of omitted words. */
function read(document: unknown) {
  const { title, blocks, omitted } = readJson(JSON.stringify(document));
  const said = JSON.stringify([title, blocks]);
  const has = (...words: string[]) => words.filter((word) => !said.includes(word));
  return { blocks, omitted, said, missing: has };
}

test('a size of 0 is written as a size', (t) => {
  const { said } = read({ swap: { total: 8589934592, used: 0, free: 8589934592 } });
  t.true(said.includes('0 B'), said);
  t.false(/NaN|undefined/.test(said));
});

test('an object of many members is read in time that grows with their number', (t) => {
  const wide = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`nameOf${index}`, index]));
  const started = performance.now();
  read(wide);
  const row = Object.fromEntries(Object.entries(wide).slice(0, 2000));
  read([row, row]);
  t.true(performance.now() - started < 30_000, 'the square of their number takes minutes');
});

test('long words and records without common names are read in time that grows with their number', (t) => {
  const started = performance.now();
  const long = Object.fromEntries(
    [...'本東京都内外'].map((letter, index) => [`place${index}`, letter.repeat(2000)]),
  );
  read(Array.from({ length: 12 }, (_, index) => ({ name: `Item number ${index}`, price: index, ...long })));
  const { omitted } = read(
    Array.from({ length: 4000 }, (_, index) => ({ [`k${index}`]: index, [`z${index}`]: 'a' })),
  );
  t.true(omitted > 4000, 'what is not shown is counted');
  t.true(performance.now() - started < 30_000, 'the cube of their number takes minutes');
});

test('emoji codes without an emoji, and names such as constructor, are read as words', (t) => {
  const texts = ['a :constructor: b', 'c :__proto__: d', 'ratio 1:100:5', 'well done :tada:'];
  const { said, missing } = read(
    texts.map((text, index) => ({
      from: index % 2 ? 'Anna' : 'Ole',
      text,
      date: `2026-11-23T08:0${index}:00`,
    })),
  );
  t.deepEqual(missing(':constructor:', ':__proto__:', 'ratio 1:100:5', 'well done 🎉'), []);
  t.false(said.includes('native code'));
  t.false(read({ units: { level: 'constructor' }, level: 3 }).said.includes('native code'));
});

test('a match keeps its teams beside the goals of home and away, and results in words', (t) => {
  const played = [
    { home_team: 'Arsenal', away_team: 'Spurs', home: 2, away: 1 },
    { home_team: 'Leeds', away_team: 'Derby', home: 0, away: 4 },
  ];
  t.deepEqual(read(played).missing('Arsenal', 'Spurs', '2 : 1', 'Leeds', 'Derby', '0 : 4'), []);
  const open = {
    homeTeam: { name: 'Mainz' },
    awayTeam: { name: 'Bremen' },
    score: { fullTime: { home: 3, away: 0 }, comment: 'After a protest', halfTime: { home: 1, away: null } },
  };
  t.deepEqual(read(open).missing('Mainz', 'Bremen', '3 : 0', 'After a protest'), []);
});

test('completed runs of machines and completed orders are not shown as ticked tasks', (t) => {
  const runs = ['Build', 'Test'].map((name) => ({ name, status: 'completed', conclusion: 'failure' }));
  t.false(read(runs).blocks.some(({ kind }) => kind === 'item'));
  const orders = ['Coffee', 'Tea'].map((name, index) => ({ name, status: 'completed', price: index }));
  t.false(read(orders).blocks.some(({ kind }) => kind === 'item'));
  const tasks = ['Pay rent', 'Sweep'].map((title, index) => ({ title, done: false, urgent: index === 0 }));
  t.deepEqual(read(tasks).missing('Pay rent · urgent', 'Sweep'), []);
});

test('a value beside a text, a list or an object is not its unit', (t) => {
  t.deepEqual(read({ note: 'hello', noteUnit: 'kitchen' }).missing('hello', 'kitchen'), []);
  t.deepEqual(read({ price: 'about 3', priceCurrency: 'EUR' }).missing('about 3', 'EUR'), []);
  t.deepEqual(read({ room: ['A', 'B'], roomUnit: 'east', shop: 'X' }).missing('east'), []);
  t.deepEqual(read({ fee: 3, fee_currency: 'EUR', shop: 'X' }).missing('3 EUR'), []);
});

test('two sensors with one name in a history are shown one below the other', (t) => {
  const states = (entity: string, values: string[]) =>
    values.map((state, index) => ({
      ...(index === 0 && { entity_id: entity, attributes: { friendly_name: 'Temperature' } }),
      state,
      last_changed: `2026-11-23T0${index}:00:00Z`,
    }));
  const { missing } = read([states('sensor.a', ['20.9', '20.6']), states('sensor.b', ['11.1', '11.7'])]);
  t.deepEqual(missing('20.9', '20.6', '11.1', '11.7'), []);
});

test('a trip shows a delay only if it is a number, counts its later stops, and keeps the values beside it', (t) => {
  const trip = (line: string, delay: unknown) => ({
    id: line,
    note: `detour of ${line}`,
    tripUpdate: {
      trip: { tripId: 'T', routeId: line, scheduleRelationship: 'SCHEDULED' },
      stopTimeUpdate: [
        { arrival: { delay, time: '1795417530' } },
        { stopHeadsign: 'Harbour north', arrival: { time: '1795417830' } },
      ],
    },
  });
  const { said, omitted, missing } = read({ entity: [trip('86', 'x'), trip('9', 60)] });
  t.false(said.includes('NaN'));
  t.deepEqual(missing('detour of 86', 'detour of 9', '+1 min'), []);
  t.true(omitted >= 4, 'Harbour north, twice');
});

test('the last change of a row is kept if it is the only time or has words', (t) => {
  const prices = ['Milk', 'Bread', 'Eggs'].map((name, index) => ({
    name,
    price: index,
    updated: `2026-11-2${index}`,
  }));
  t.deepEqual(read(prices).missing('2026-11-20', '2026-11-21', '2026-11-22'), []);
  const words = ['Milk', 'Bread'].map((name) => ({
    name,
    created: `by Anna (${name})`,
    updated: `by Ole (${name})`,
  }));
  t.deepEqual(read(words).missing('by Anna (Milk)', 'by Ole (Bread)'), []);
});

test('amounts of millions keep their cents', (t) => {
  t.deepEqual(read({ name: 'House', savings: 1234567.89 }).missing('1234567.89'), []);
});

test('small figures that are texts keep their digits', (t) => {
  const coin = { name: 'Coin', price: '0.00001234', phone: '0172.12345678' };
  t.deepEqual(read(coin).missing('0.00001234', '0172.12345678'), []);
});

test('a meter whose reading is nested very deeply is read', (t) => {
  const nested = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`;
  t.notThrows(() => readJson(`{"1.8.0":${nested},"name":"Meter"}`));
  const boxed = `${'{"value":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  t.notThrows(() => readJson(`{"1.8.0":${boxed},"name":"Meter"}`));
});

test('words are kept under names that some services use for identifiers', (t) => {
  const player = {
    title: 'Anna',
    pos: 'left wing',
    cover: 'hardcover',
    badges: ['Swimming', 'Running'],
    debug: 'see Ole',
    country_code: 'DE',
    eventtime: 'after lunch',
    number: 3,
    guests: ['Bo', 'Cy', 'Di'],
  };
  const { missing } = read(player);
  t.deepEqual(
    missing('left wing', 'hardcover', 'Swimming', 'Running', 'see Ole', 'DE', 'after lunch', 'number'),
    [],
  );
});

test('each value with a time is a row, in the order of the document', (t) => {
  const watts = { '2026-11-23 07:30:00': 0, '2026-11-23 08:00:00': 120, '2026-11-23 09:00:00': 480 };
  const table = read({ result: { watts } }).blocks.find((block) => block.kind === 'table');
  t.deepEqual(table?.rows[1], ['2026-11-23T08:00:00', '120']);
});

test('teams of a quiz are not shown as home and away', (t) => {
  const rounds = ['River', 'Hill'].map((question) => ({ team1: `Blue ${question}`, team2: 'Red', question }));
  t.deepEqual(read(rounds).missing('team1', 'team2', 'Blue River', 'Hill'), []);
});

test('ordinary numbers are not read as times', (t) => {
  t.deepEqual(read({ sold_ticks: 17, name: 'Fair' }).missing('17'), []);
  t.deepEqual(read({ serial: '20261399T256161', name: 'Pump' }).missing('20261399T256161'), []);
  t.deepEqual(
    read({ date: '2026-11-23', name: 'Shop', startTime: 9, endTime: 17 }).missing('"9"', '"17"'),
    [],
  );
  t.deepEqual(read({ steps_per_day: 20201130, name: 'Robot' }).missing('20201130'), []);
  t.deepEqual(read({ name: 'Team', sender: '2065551234' }).missing('2065551234'), []);
  t.deepEqual(
    read({ fecha: 20261123, name: 'Mercado', freeSpace: 5368709120 }).missing('2026-11-23', '5 GB'),
    [],
  );
});

test('a log comes after the other values of its object, each in its own group', (t) => {
  const { blocks } = read({
    created_at: '2026-11-20T08:00:00Z',
    firmware_version: '1.1.2',
    temperature: 21.5,
    room: 'Bath',
    bath: { updated_at: '2026-11-23T05:00:00Z', humidity: 61, door: 'open', tilt: 'none' },
    owner: 'Ole',
  });
  const keys = blocks.flatMap((block) => (block.kind === 'pair' ? [block.key] : []));
  t.deepEqual(keys.slice(0, 4), ['temperature', 'room', 'owner', 'created at']);
  t.deepEqual(keys.slice(-2), ['bath › tilt', 'bath › updated at']);
});

test('the large figure is neither 0 nor a target', (t) => {
  const lead = (document: unknown) => readJson(JSON.stringify(document)).lead;
  t.is(lead({ rating: 'none', value: 0, votes: 0 }), null);
  t.is(lead({ power: 0, relay: 'off' }), 'power');
  t.is(lead({ goals: { steps: 10000 }, summary: { steps: 8214, floors: 6, seat: 4 } }), 'summary steps');
});

test('columns of whole minutes have no seconds, midnights in all rows are days, and durations are in minutes', (t) => {
  const { blocks } = read([
    { date: '2026-11-24T00:00:00', opens: '08:30:00', closes: '17:44:00', lasts: '00d00:56:00' },
    { date: '2026-11-25T00:00:00', opens: '09:00:00', closes: '18:10:30', lasts: '01d02:00:00' },
  ]);
  const table = blocks.find((block) => block.kind === 'table');
  t.deepEqual(table?.kind === 'table' && table.rows, [
    ['2026-11-24', '08:30', '17:44:00', '56 min'],
    ['2026-11-25', '09:00', '18:10:30', '26 h 0 min'],
  ]);
});

test('lengths of songs, times of a race and timers keep their seconds', (t) => {
  const songs = read([
    { song: 'Yesterday', length: '00:03:00' },
    { song: 'Help!', length: '00:02:00' },
  ]);
  t.deepEqual(songs.missing('00:03:00', '00:02:00'), []);
  const runners = ['02:31:00', '02:45:00'].map((time, at) => ({ runner: `Runner ${at}`, time }));
  t.deepEqual(read(runners).missing('02:31:00', '02:45:00'), []);
  t.deepEqual(read({ name: 'Egg', timer: '00:05:00', lap: '10:02:00' }).missing('00:05:00', '10:02:00'), []);
});

test('a numeric state is shown', (t) => {
  const jobs = [
    { job: 'backup', status: 0 },
    { job: 'sync', status: 1 },
  ];
  const table = read(jobs).blocks.find((block) => block.kind === 'table');
  t.true(table?.kind === 'table' && table.header?.includes('status'));
  t.deepEqual(read({ name: 'Renovation', status: 75 }).missing('75'), []);
});

test('sort titles of media servers are kept if no other field has their words', (t) => {
  const club = { club: 'Jazz', page_info: 'see page 7', total_records: 12, sort_name: 'Beatles, The' };
  t.deepEqual(read(club).missing('see page 7', '12', 'Beatles, The'), []);
  t.deepEqual(read({ clean_title: 'Tidy', sort_key: 'by the shelf' }).missing('Tidy', 'by the shelf'), []);
  t.false(read({ title: 'The Matrix', sort_title: 'matrix', year: 1999 }).said.includes('sort'));
});

test('releases by version are not read as meters, nor sales figures as weather', (t) => {
  const releases = read({ '1.7.0': '2026-01-01', '2.7.0': 'Fix of the login', '1.8.0': 'New logo' });
  t.deepEqual(releases.missing('1.7.0', '2.7.0', '1.8.0'), []);
  t.false(/power|energy/.test(releases.said));
  t.false(/°|temperature/.test(read({ tp: 3, pr: 4, name: 'Sales' }).said));
  const meter = read({ '1.8.0': '123.4*kWh', '16.7.0': { value: 500, unit: 'W' } });
  t.deepEqual(meter.missing('energy import', 'power'), []);
});

test('short names of firmware and OBIS codes are spelt out, without a unit that the document does not give', (t) => {
  const air = read({ tp: 25, pr: 1012, hu: 60, ws: 4.6 });
  t.deepEqual(air.missing('temperature', 'humidity', 'wind speed', '4.6'), []);
  t.false(air.said.includes('4.6 '));
  t.deepEqual(
    read({ '1-0:1.8.0': 12345.6, '1-0:16.7.0': 543, name: 'Meter' }).missing('energy import', 'power'),
    [],
  );
  t.deepEqual(read({ room: 4, roomUnit: 'C' }).missing('4', 'C'), []);
  t.false(read({ room: 4, roomUnit: 'C' }).said.includes('°'));
});

test('long texts below many rows are shortened to their first sentence, and the other words are counted', (t) => {
  const text =
    'Sunny with a high near eleven degrees. Light wind from the south, in the afternoon from the west, and later rain with gusts of up to forty kilometres an hour near the coast and on the hills.';
  const periods = Array.from({ length: 5 }, (_, at) => ({
    name: `Day ${at}`,
    temperature: at,
    detailedForecast: `${text} ${at}.`,
  }));
  const { blocks, omitted } = read(periods);
  const table = blocks.find((block) => block.kind === 'table');
  t.true(
    table?.kind === 'table' &&
      table.notes?.every((note) => note === 'Sunny with a high near eleven degrees.'),
  );
  t.is(omitted, 5 * (text.split(' ').length + 1 - 7));
  t.is(read(periods.slice(0, 3)).omitted, 0);
});

test('two rows of thousands of columns are compared in time that grows with their number', (t) => {
  const row = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`nameOf${index}`, index]));
  const started = performance.now();
  read([row, { ...row, nameOf1: 0 }]);
  t.true(performance.now() - started < 30_000);
});

test('a small table among many values does not displace them, and its cells are all shown', (t) => {
  const values = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`value${at}`, `said${at}`]));
  const { blocks, missing } = read({
    ...values,
    colors: [
      { home: 'red', away: 'blue' },
      { home: 'white', away: 'black' },
    ],
  });
  t.false(blocks.some(({ kind }) => kind === 'table'));
  t.deepEqual(missing('red, white', 'blue, black', 'said0', 'said19'), []);
  t.deepEqual(read({ price: '0.26948034329641' }).missing('0.2695'), []);
});
