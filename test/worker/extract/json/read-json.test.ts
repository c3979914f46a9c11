import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** A reading as text: pairs as `name: value`, tables as their rows. */
function read(document: unknown) {
  const { title, lead, blocks, omitted, omittedRows } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  return { title, lead, pairs, table, omitted, omittedRows };
}

test('the large figure is the output of a machine rather than its own temperature, with the name of its group', (t) => {
  const inverter = {
    device: { model: 'X8', sn: 'HV21' },
    pv: { pv1: { voltage: 412.3, power: 1735 }, pv2: { voltage: 388.9, power: 1563 } },
    grid: { power: -1240 },
    load: { power: 2058 },
    battery: { soc: 74, temp: 21.5 },
  };
  const { lead, pairs } = read(inverter);
  t.is(lead, 'load power');
  t.true(pairs.includes('load power: 2058 W'));
  t.true(pairs.indexOf('device model: X8') > pairs.indexOf('battery soc: 74 %'), 'of which make comes last');
  t.is(
    read({ machine: 'Washer', options: { Temperature: 40 }, program: { progress: 46 } }).lead,
    'program progress',
  );
  t.is(read({ kitchen: { temp: 21 }, bath: { temp: 23 } }).lead, null, 'none of several rooms is the one');
  t.is(
    read({ bike: 'Charger', battery: { charge_percent: 62 }, lock: { location: 'Cellar' } }).title,
    'Charger',
  );
});

test('a number gets a unit only where its value is plausible for it', (t) => {
  t.deepEqual(
    read({ temperature: 19.8, humidity: '54.2', pressure: 1008, voltage: 2985, battery: 87, rssi: -61 })
      .pairs,
    [
      'temperature: 19.8°',
      'humidity: 54.2 %',
      'pressure: 1008 hPa',
      'voltage: 2.985 V',
      'battery: 87 %',
      'rssi: -61 dBm',
    ],
  );
  t.deepEqual(read({ temp: 271.2, pressure: 3, power: 4.2, duration_s: 4370 }).pairs, [
    'temp: 271.2 K',
    'pressure: 3',
    'power: 4.2',
    'duration: 1 h 12 min',
  ]);
  t.deepEqual(
    read({ TempUnit: 'C', BMP280: { Temperature: 20.6, Pressure: 1009.2 }, PressureUnit: 'hPa' }).pairs,
    ['BMP280 Temperature: 20.6 °C', 'BMP280 Pressure: 1009.2 hPa'],
  );
  const units = { air_temperature: 'celsius', wind_speed: 'm/s' };
  const at = (hour: number) => ({
    time: `2026-11-22T${hour}:00:00Z`,
    air_temperature: hour,
    wind_speed: 7.4 + hour,
  });
  const { table } = read({ properties: { meta: { units }, timeseries: [at(17), at(18)] } });
  t.deepEqual(table?.rows[0], ['2026-11-22T17:00:00Z', '17 °C', '24.4 m/s']);
});

test('a time beside its zone is converted, and a local time is not, whatever its suffix', (t) => {
  const meeting = (dateTime: string, timeZone: string) =>
    read({ subject: 'Review', start: { dateTime, timeZone } });
  const utc = meeting('2026-11-24T09:00:00.0000000', 'UTC');
  t.deepEqual(utc.pairs, ['start: 2026-11-24T09:00:00.000Z']);
  t.deepEqual(meeting('2026-07-24T09:00:00', 'Europe/Berlin').pairs, ['start: 2026-07-24T07:00:00.000Z']);
  t.deepEqual(meeting('2026-11-24T09:00:00', 'W. Europe Standard Time').pairs, [
    'start: 2026-11-24T09:00:00',
  ]);
  t.deepEqual(meeting('2026-11-24T09:00:00+01:00', 'UTC').pairs, ['start: 2026-11-24T09:00:00+01:00']);
  t.deepEqual(
    meeting('0001-01-01T00:00:00', 'Europe/Berlin').pairs,
    [],
    'as Microsoft writes that there is none',
  );
  const ride = { name: 'Evening Ride', distance_km: 18.4, start_date_local: '2026-11-22T18:02:13Z' };
  t.true(read(ride).pairs.some((pair) => pair.endsWith(': 2026-11-22T18:02:13')));
});

test('Prometheus responses of every type are read as values', (t) => {
  const answer = (resultType: string, result: unknown) => ({
    status: 'success',
    data: { resultType, result },
  });
  const disk = (instance: string, bytes: string) => ({
    metric: { __name__: 'avail_bytes', instance, job: 'node' },
    value: [1795345267.781, bytes],
  });
  const vector = read(answer('vector', [disk('nas', '48318382080'), disk('desk', '214748364800')]));
  t.is(vector.title, 'avail bytes');
  t.deepEqual(vector.table?.header, ['instance', 'job', 'value']);
  t.deepEqual(vector.table?.rows, [
    ['nas', 'node', '45 GB'],
    ['desk', 'node', '200 GB'],
  ]);
  const single = read(answer('vector', [{ metric: { sensor: 'bme' }, value: [1795345267.781, '18.62'] }]));
  t.deepEqual(
    [single.lead, single.pairs],
    ['value', ['sensor: bme', 'value: 18.62', 'time: 2026-11-22T11:01:07.781Z']],
  );
  const room = (name: string, ...values: string[]) => ({
    metric: { __name__: 'temperature_celsius', room: name },
    values: values.map((value, index) => [1795338000 + 1800 * index, value]),
  });
  const matrix = read(answer('matrix', [room('attic', '14.1', '14.4'), room('cellar', '11.9', '12')]));
  t.deepEqual(matrix.table?.header, ['time', 'attic', 'cellar']);
  t.deepEqual(matrix.table?.rows[1], ['2026-11-22T09:30:00.000Z', '14.4 °C', '12 °C']);
  t.deepEqual(read(answer('scalar', [1795345267, '7'])).pairs[0], 'value: 7');
  t.deepEqual(
    read([
      [1795345267, 7],
      [1795345300, 8],
    ]).table?.rows[0],
    ['2026-11-22T11:01:07.000Z', '7'],
  );
  t.notThrows(() => read(answer('vector', [{ metric: null }, 7, { metric: {}, value: [] }])));
});

test('topics of MQTT are groups, and arrays of arrays are tables', (t) => {
  const { title, pairs } = read({
    'home/attic/temp': '21.4',
    'home/attic/co2': '812',
    'home/door': 'closed',
  });
  t.is(title, 'Home');
  t.deepEqual(pairs, ['attic temp: 21.4°', 'attic co2: 812 ppm', 'door: closed']);
  t.notThrows(() => read({ 'a/b': 1, 'a/b/c': 2, 'a/d': 3 }));
  const duties = [
    ['Week', 'Anna'],
    ['47', 'Bins'],
    ['48', 'Bath'],
  ];
  t.like(read(duties).table, {
    header: ['Week', 'Anna'],
    rows: [
      ['47', 'Bins'],
      ['48', 'Bath'],
    ],
  });
  t.is(
    read([
      ['Milk', '2 l'],
      ['Eggs', '6'],
    ]).table?.header,
    null,
  );
  const lessons = { Montag: ['Mathe', 'Sport'], Dienstag: ['Bio'], Mittwoch: ['Kunst', 'Musik', 'Chor'] };
  const week = read(lessons).table;
  t.deepEqual(
    [week?.header, week?.rows[1]],
    [
      ['Montag', 'Dienstag', 'Mittwoch'],
      ['Sport', '', 'Musik'],
    ],
  );
  const columns = {
    results: [
      {
        name: 'cpu',
        columns: ['time', 'mean'],
        values: [
          ['09:00', 1],
          ['10:00', 2],
        ],
      },
    ],
  };
  t.deepEqual(read(columns).table?.rows[1], ['10:00', '2']);
});

test('values without a column are shown below their row, and rows beyond the limit are counted', (t) => {
  const post = (title: string, content_text: string) => ({ title, date: '2026-11-21', content_text });
  const long = 'In February the ice came early and stayed until the boats were out.';
  const { table, omitted } = read([post('Ice', long), post('Knots', `${long} Again.`)]);
  t.deepEqual(table?.notes, [long, `${long} Again.`]);
  t.is(omitted, 0);
  const event = (type: string, more: object) => ({ type, actor: { login: 'mia' }, payload: more });
  const events = read([
    event('PushEvent', { commits: [{ message: 'Fix typo' }] }),
    event('IssuesEvent', { issue: { title: 'Crash', number: 4, body: 'Pull the plug.' } }),
    event('WatchEvent', {}),
  ]);
  const said = JSON.stringify([events.table, events.pairs]);
  for (const words of ['Fix typo', 'Crash', 'Pull the plug.', 'mia']) t.true(said.includes(words), words);
  const many = read(Array.from({ length: 700 }, (_, index) => ({ sensor: `S${index}`, temp_c: index })));
  t.is(many.omittedRows, 200);
});

test('an expected time beside a planned one is a delay', (t) => {
  const train = (scheduledTime: string, realTime: string | null) => ({
    line: 'R1',
    scheduledTime,
    realTime,
    track: '3',
  });
  const { table } = read([
    train('2026-11-22T18:08:00+01:00', '2026-11-22T18:14:00+01:00'),
    train('2026-11-22T18:11:00+01:00', '2026-11-22T18:11:00+01:00'),
  ]);
  t.deepEqual(
    table?.header,
    ['scheduled time', 'line', 'delay', 'track'].filter((one) => table?.header?.includes(one)),
  );
  t.deepEqual(
    table?.rows.map((row) => row[table.header!.indexOf('delay')]),
    ['+6 min', '0'],
  );
});

test('nested objects of one member are one level, and each of their names is shown or counted', (t) => {
  let deep: unknown = { leaf: 'bottom' };
  for (let level = 14; level > 0; level--) deep = { [`level${level}`]: deep };
  const { pairs, omitted } = read(deep);
  t.is(pairs.length, 1);
  const said = [...Array(14).keys()].filter((level) => pairs[0]!.includes(`level${level + 1} `));
  t.is(said.at(-1), 13);
  t.is(said.length + omitted, 14);
});

test('a nested group has a short name, with the outer ones if two would have the same name', (t) => {
  const limits = (most: number) => ({ least: most - 9, most, usual: most - 4 });
  const { pairs, omitted } = read({
    heating: { upper_boiler: { water: { limits: limits(71) }, circulation: { pump: limits(31) } } },
    kitchen: { lower_oven: { water: { limits: limits(251) } } },
  });
  t.deepEqual(
    pairs.filter((pair) => pair.includes('most')),
    [
      'upper boiler › water › limits › most: 71',
      'circulation › pump › most: 31',
      'lower oven › water › limits › most: 251',
    ],
  );
  // `heating` and `kitchen`.
  t.is(omitted, 2);
});

test('repeated values are left out, and objects with the same members are rows', (t) => {
  const days = (dessert: string) => ({ plat: 'Soupe', dessert });
  const menu = read({
    cantine: 'Jules Ferry',
    jours: { lundi: days('Fruit'), mardi: days('Yaourt'), jeudi: days('Tarte') },
  });
  t.is(menu.title, 'Jules Ferry');
  t.deepEqual(menu.table?.rows[1], ['mardi', 'Yaourt']);
  t.deepEqual(menu.pairs, ['plat: Soupe']);
  const trains = read([
    { name: 'IC 729', category: 'IC', number: '729', to: 'Brig' },
    { name: 'S 3', category: 'S', number: '3', to: 'Wetzikon' },
  ]);
  t.deepEqual(trains.table?.header, ['name', 'to']);
  const states = read([
    { name: 'Tank', state: '25.1 °C', value: 25.1 },
    { name: 'Light', state: 'ON', value: true },
  ]);
  t.deepEqual(states.table?.header, ['name', 'state']);
  t.deepEqual(read({ change: -3.15, changePercent: -1.1 }).pairs, [
    'change: -3.15',
    'change percent: -1.1 %',
  ]);
  t.deepEqual(read({ USD: 1.0871, JPY: 164.22, sum: 0.1 + 0.2 }).pairs, [
    'USD: 1.0871',
    'JPY: 164.22',
    'sum: 0.3',
  ]);
  t.is(read({ device: { name: 'Speaker' }, item: { name: 'So What' } }).title, 'So What');
});

test('text beyond the limit of a value or cell is counted', (t) => {
  const { pairs, omitted } = read({ text: 'word '.repeat(5000).trim() });
  t.is(omitted + (pairs.join(' ').match(/word/g)?.length ?? 0), 5000);
  const rows = Array.from({ length: 40 }, (_, index) => ({
    name: `n${index} ${'x '.repeat(300)}`.trim(),
    size: index,
  }));
  const long = read(rows);
  t.true(long.table!.rows.every((row) => row.every((cell) => cell.length <= 400)));
  const shown = long.table!.rows.reduce((sum, [name = '']) => sum + name.split(' ').length, 0);
  t.true(Math.abs(shown + long.omitted - 40 * 301) <= 40, `${shown} and ${long.omitted}`);
});

test('an entry with only a name is shown', (t) => {
  const thing = (name: string, amount: string) => ({ name, amount });
  const { pairs } = read({ recently: [thing('Salt', ''), thing('Noodles', '500 g')] });
  t.deepEqual(pairs, ['recently Salt: –', 'recently Noodles amount: 500 g']);
});

test('values shared by all records have the name of their group, and the following values do not', (t) => {
  const timer = { action: 'deactivate', hour: 7 };
  const { pairs } = read({ timers: [timer, timer, timer], mileage: 1121, range: 472 });
  t.deepEqual(pairs.toSorted(), [
    'mileage: 1121',
    'range: 472',
    'timers action: deactivate',
    'timers hour: 7',
  ]);
});

test('an object is read under any name', (t) => {
  const { table } = read({
    stop: 'Museum',
    next: [
      { to: 'Harbour', in: 3 },
      { to: 'Hospital', in: 9 },
    ],
  });
  t.deepEqual(table?.rows, [
    ['Harbour', '3'],
    ['Hospital', '9'],
  ]);
  const channel = { name: 'News', items: [{ text: 'one' }, { text: 'two' }] };
  t.regex(JSON.stringify(read({ a: 'b', channel })), /one.*two/);
});

test('a payment event shows the amount in its currency', (t) => {
  const charge = {
    id: 'ch_3PqX',
    object: 'charge',
    amount: 4900,
    currency: 'eur',
    description: 'Pottery',
    paid: true,
  };
  const { pairs, lead } = read({
    id: 'evt_1Pq',
    object: 'event',
    type: 'charge.succeeded',
    data: { object: charge },
  });
  t.is(lead, 'amount');
  t.deepEqual(pairs, ['type: charge.succeeded', 'amount: 49.00 EUR', 'description: Pottery', 'paid: true']);
  t.deepEqual(
    read({ id: 'pi_12345', object: 'payment_intent', amount: 500, currency: 'jpy', note: 'x' }).pairs,
    ['amount: 500 JPY', 'note: x'],
  );
  t.deepEqual(
    read({ amount: 4900, currency: 'eur' }).pairs,
    ['amount: 4900 eur'],
    'another sender may mean euros',
  );
});

test('departures show one time, the line, the destination and the delay in every known timetable format', (t) => {
  const stop = (seconds: number, late: number, line: string, headsign: string) => ({
    scheduledArrival: seconds,
    realtimeArrival: seconds + late,
    arrivalDelay: late,
    scheduledDeparture: seconds,
    realtimeDeparture: seconds + late,
    departureDelay: late,
    serviceDay: 1795298400,
    headsign,
    trip: { routeShortName: line, route: { shortName: line, mode: 'TRAM' } },
  });
  const { table } = read({
    data: {
      stop: {
        name: 'Hakaniemi',
        stoptimesWithoutPatterns: [stop(65280, 60, '9', 'Pasila'), stop(65520, 0, '3', 'Kallio')],
      },
    },
  });
  t.deepEqual(table?.header, ['departure', 'line', 'headsign', 'delay']);
  t.deepEqual(table?.rows, [
    ['2026-11-22T16:09:00.000Z', '9', 'Pasila', '+1 min'],
    ['2026-11-22T16:12:00.000Z', '3', 'Kallio', '0'],
  ]);
  t.deepEqual(
    read([
      { to: 'A', departure: 65280 },
      { to: 'B', departure: 90000 },
    ]).table?.rows,
    [
      ['18:08', 'A'],
      ['01:00', 'B'],
    ],
  );
  const leaves = (when: string | null, planned: string, delay: number | null, cancelled: boolean) => ({
    when,
    plannedWhen: planned,
    delay,
    cancelled,
    direction: planned,
  });
  const hafas = read([
    leaves('2026-11-22T17:04:00+01:00', '2026-11-22T17:02:00+01:00', 120, false),
    leaves(null, '2026-11-22T17:06:00+01:00', null, true),
  ]);
  t.deepEqual(
    hafas.table?.rows.map(([when, , delay]) => [when, delay]),
    [
      ['2026-11-22T17:04:00+01:00', '+2 min'],
      ['2026-11-22T17:06:00+01:00', 'cancelled'],
    ],
  );
});

test('records without common fields are shown one below the other, or counted', (t) => {
  const few = Array.from({ length: 50 }, (_, index) => ({ [`field${index}`]: `value ${index}` }));
  t.deepEqual(read(few).pairs.slice(0, 2), ['field0: value 0', 'field1: value 1']);
  t.is(read(few).pairs.length, 50);
  const many = Array.from({ length: 400 }, (_, index) => ({ [`field${index}`]: `value ${index}` }));
  const { pairs, omitted } = read(many);
  t.is(omitted, 3 * (400 - pairs.length));
});

test('a name is kept up to the limit of a page; the rest is counted', (t) => {
  const long = 'word '.repeat(60).trim();
  const { pairs, omitted } = read({ [long]: 21.4, humidity: 66 });
  const shown = pairs.join(' ').match(/word/g)?.length ?? 0;
  t.is(shown + omitted, 60);
  t.true(shown >= 35, String(shown));
  t.false(/wor\b|wo\b/.test(pairs.join(' ')), 'it ends at a word');
});

test('times of databases, mails and feeds are read as times, and large sizes as bytes', (t) => {
  t.deepEqual(
    read({
      created_at: '2026-11-22 15:23:28 UTC',
      pubDate: 'Sun, 22 Nov 2026 10:00:00 GMT',
      size: 2147483648,
      contact: false,
    }).pairs,
    [
      'created at: 2026-11-22T15:23:28Z',
      'pub date: 2026-11-22T10:00:00.000Z',
      'size: 2 GB',
      'contact: false',
    ],
  );
});

test('a figure with its unit and its time of reading is one value, also if the number is a text', (t) => {
  const measured = (value: string, unit: string) => ({ time: '1795363190', unit, value });
  const { pairs } = read({
    msg: 'success',
    time: '1795363200',
    outdoor: {
      temperature: measured('3.8', '℃'),

      rain: measured('6.40', 'mm'),
    },
  });
  t.deepEqual(pairs, [
    'time: 2026-11-22T16:00:00.000Z',
    'outdoor temperature: 3.8 °C',
    'outdoor rain: 6.40 mm',
  ]);
  t.deepEqual(
    read([
      { line: 'U2', dest: 'Pankow', time: 62100 },
      { line: 'U2', dest: 'Zoo', time: 62460 },
    ]).table?.rows[0],
    ['17:15', 'U2', 'Pankow'],
  );
});

test('times with fractions of a second are read, and a confidence is not the large figure', (t) => {
  const seen = read({
    type: 'new',
    after: { camera: 'driveway', label: 'person', score: 0.84, start_time: 1795363188.2 },
  });
  t.is(seen.lead, null);
  t.true(seen.pairs.includes('start time: 2026-11-22T15:59:48.200Z'), seen.pairs.join());
  t.is(read({ a_act_power: 951.2, c_act_power: 715.4, total_act_power: 715.5 }).lead, 'total act power');
});

test('events of all known calendar services are events; a failure of a machine is not', (t) => {
  const google = {
    kind: 'calendar#events',
    summary: 'Family',
    updated: '2026-11-22T20:12:11.000Z',
    timeZone: 'Europe/Berlin',
    items: [
      {
        status: 'tentative',
        summary: 'Choir',
        location: 'Town hall',
        start: { dateTime: '2026-11-23T19:30:00+01:00' },
        end: { dateTime: '2026-11-23T21:30:00+01:00' },
      },
      {
        status: 'confirmed',
        summary: 'Birthday',
        start: { date: '2026-11-22' },
        end: { date: '2026-11-23' },
      },
    ],
  };
  const { title, blocks, omitted } = readJson(JSON.stringify(google));
  t.is(title, 'Family');
  t.is(omitted, 0);
  t.deepEqual(blocks, [
    {
      kind: 'events',
      timeZone: 'Europe/Berlin',
      events: [
        { title: 'Birthday', start: '2026-11-22', end: '2026-11-23', place: null, note: null },
        {
          title: 'Choir',
          start: '2026-11-23T18:30:00.000Z',
          end: '2026-11-23T20:30:00.000Z',
          place: 'Town hall',
          note: 'tentative',
        },
      ],
    },
  ]);
  const midnight = { dateTime: '2026-11-25T00:00:00.0000000', timeZone: 'Europe/Berlin' };
  const microsoft = readJson(
    JSON.stringify({
      value: [
        {
          subject: 'Holiday',
          isAllDay: true,
          start: midnight,
          end: { ...midnight, dateTime: '2026-11-26T00:00:00.0000000' },
          location: { displayName: 'Everywhere' },
          attendees: [{ emailAddress: { name: 'Ali', address: 'a@example.com' } }],
        },
      ],
    }),
  );
  t.like(microsoft.blocks[0], {
    kind: 'events',
    events: [{ start: '2026-11-25', place: 'Everywhere', note: 'Ali' }],
  });
  const alert = {
    status: 'firing',
    labels: { alertname: 'Disk' },
    annotations: { summary: 'The disk is full' },
    startsAt: '2026-11-23T05:42:00Z',
    endsAt: '0001-01-01T00:00:00Z',
  };
  const failed = read({ title: '[FIRING] Disk', alerts: [alert] });
  t.deepEqual(failed.pairs.slice(0, 2), ['status: firing', 'summary: The disk is full']);
});

test('a heartbeat shows whether a service is up, and the delay of a single train is in minutes', (t) => {
  const down = read({
    heartbeat: { monitorID: 4, status: 0, msg: 'timeout', localDateTime: '2026-11-23 06:51:09' },
    monitor: { id: 4, name: 'Cloud', url: 'https://cloud.example/' },
    msg: '[Cloud] [Down] timeout',
  });
  t.is(down.title, 'Cloud');
  t.is(down.lead, 'state');
  t.deepEqual(down.pairs, ['state: down', 'message: timeout', 'since: 2026-11-23T06:51:09']);
  const train = read({
    stop: { type: 'stop', name: 'Bremen Hbf', location: { type: 'location', latitude: 53.1 } },
    when: '2026-11-23T18:42:00+01:00',
    plannedWhen: '2026-11-23T17:44:00+01:00',
    delay: 3480,
    line: { type: 'line', name: 'IC 2315', fahrtNr: '2315', mode: 'train' },
  });
  t.true(train.pairs.includes('delay: +58 min'));
  t.true(train.pairs.includes('line: IC 2315'));
  t.false(train.pairs.some((pair) => pair.includes('type:')));
  const board = read({
    departures: ['13', '14', '17'].map((designation, at) => ({
      destination: 'Ropsten',
      state: at === 2 ? 'CANCELLED' : 'EXPECTED',
      display: '3 min',
      scheduled: `2026-11-23T07:0${at}:00`,
      ...(at < 2 && { expected: `2026-11-23T07:0${2 * at + 1}:00` }),
      line: { id: at, designation, transport_mode: 'METRO' },
    })),
  });
  t.deepEqual(
    board.table?.rows.map((row) => row.slice(0, 2)),
    [
      ['2026-11-23T07:00:00', '13'],
      ['2026-11-23T07:01:00', '14'],
      ['2026-11-23T07:02:00', '17'],
    ],
  );
  t.true(board.table?.header?.includes('delay'));
  t.true(board.table?.rows[2]?.includes('cancelled'));
});

test('of metric and imperial values the metric one is kept, and a unit is found anywhere in a name', (t) => {
  const { pairs } = read({
    Temperature: {
      Metric: { Value: 13.4, Unit: 'C', UnitType: 17 },
      Imperial: { Value: 56, Unit: 'F', UnitType: 18 },
    },
    WEATHER_TEXT: 'Cloudy',
    CONSUMPTION_KWH_HIGH: 2996.141,
  });
  t.deepEqual(pairs, ['Temperature: 13.4 °C', 'weather: Cloudy', 'consumption high: 2996.141 kWh']);
});

test('messages of Slack have their times, and their links and bold words no markup', (t) => {
  const message = (username: string, text: string, ts: string) => ({ type: 'message', username, text, ts });
  const { blocks } = readJson(
    JSON.stringify([
      message('jonas', 'Deploy of *api 4.2* is done', '1795410000.000200'),
      message('maria', 'Errors on <https://status.example.com|status>, 2*3*4', '1795410180.000100'),
      message('jonas', 'Rolled back', '2026-11-23T05:15:00Z'),
    ]),
  );
  const messages = blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
  t.deepEqual(
    messages.map(({ time, text }) => [time, text]),
    [
      ['2026-11-23T05:00:00.000Z', 'Deploy of api 4.2 is done'],
      ['2026-11-23T05:03:00.000Z', 'Errors on status, 2*3*4'],
      ['2026-11-23T05:15:00Z', 'Rolled back'],
    ],
  );
});

test('a forecast shows the low, the high and the summary of each day; the rest is counted', (t) => {
  const celsius = (value: number) => ({ Value: value, Unit: 'C' });
  const readings = (day: number) =>
    Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`reading${index}x`, index + day + 0.5]));
  const DailyForecasts = [15, 16, 17].map((day) => ({
    Date: `2023-05-${day}T07:00:00+02:00`,
    EpochDate: 1684126800 + day,
    Sun: { Rise: `2023-05-${day}T04:49:00+02:00` },
    ...readings(day),
    Temperature: { Minimum: celsius(day - 5), Maximum: celsius(day + 1.2) },
    Day: { IconPhrase: `Rain ${day}` },
  }));
  const { table, omitted } = read({ DailyForecasts });
  t.true(
    table!.kind === 'table' &&
      table!.header?.slice(0, 4).join() === 'Date,Temperature Minimum,Temperature Maximum,Icon phrase',
  );
  t.deepEqual(
    table!.rows.map((row) => row.slice(0, 2)),
    [
      ['2023-05-15', '10 °C'],
      ['2023-05-16', '11 °C'],
      ['2023-05-17', '12 °C'],
    ],
  );
  t.is(table!.notes?.join(''), '');
  t.true(omitted > 150);
});

test('labels stand before their values, and counts of rows and pages are left out', (t) => {
  const meter = ['L1', 'L2', 'L3'].map((phase, index) => ({
    LABEL: `Power ${phase}`,
    STATUS: String(index),
  }));
  t.deepEqual(read(meter).table?.header, ['LABEL', 'STATUS']);
  const items = ['Apples', 'Pears', 'Figs'].map((display, index) => ({
    display,
    created_at: `2026-11-2${index}T10:45:00`,
    food: `f${display}`,
    shelf: `s${index}`,
  }));
  for (const document of [
    { total: 3, items },
    { page: 1, per_page: 50, total: 70, items },
  ]) {
    const { pairs, table } = read(document);
    t.deepEqual(pairs, []);
    t.deepEqual(table?.header, ['display', 'food', 'shelf']);
    t.regex(table?.notes?.[0] ?? '', /^created at 2026-11-20/);
  }
});

test('fields that are noise in one service are kept in the data of others', (t) => {
  const said = read({
    title: 'Weekly',
    actions: ['Call the plumber', 'Pay the rent'],
    receiver: 'Anna Meyer',
    cycle: 'Cotton 60',
  });
  t.is(said.pairs.join(), 'actions: Call the plumber, Pay the rent,receiver: Anna Meyer,cycle: Cotton 60');
  t.true(read({ order: 'Pizza', size: 2, toppings: ['Ham', 'Figs'] }).pairs.includes('size: 2'));
  t.true(read({ price_kwh_cents: 31 }).pairs.includes('price kwh cents: 31'));
  const night = { scheduled: '22:10', destination: 'Rome', journey: 'by night train', display: '3rd floor' };
  t.regex(read(night).pairs.join(), /by night train.*3rd floor|3rd floor.*by night train/);
  const annotations = { summary: 'Full', status: 'known for days' };
  const alert = {
    status: 'firing',
    labels: { alertname: 'Disk' },
    annotations,
    startsAt: '2026-11-23T05:42:00Z',
  };
  t.regex(read({ alerts: [alert] }).pairs.join(), /firing.*known for days/);
  const monitor = { name: 'Cloud', description: 'In the cellar' };
  t.true(read({ heartbeat: { status: 0 }, monitor }).pairs.includes('description: In the cellar'));
});

test('a time that may be that of an event is kept, and a large delay is not read as minutes', (t) => {
  const rehearsals = [23, 24, 25].map((day) => ({
    date: `2026-11-${day}T19:30:00+01:00`,
    title: `Rehearsal ${day}`,
  }));
  t.is(read(rehearsals).table?.rows[0]?.[0], '2026-11-23T19:30:00+01:00');
  for (const [name, delay] of [
    ['delay', 90],
    ['delay_seconds', 45],
  ] as const)
    t.notRegex(read({ line: '5', destination: 'Harbour', [name]: delay }).pairs.join(), /min/);
});

test('records of machines are not events, and further fields of an event are shown or counted', (t) => {
  const [start, end] = ['2026-11-23T08:00:00Z', '2026-11-23T09:00:00Z'];
  const only = (more: object) =>
    readJson(JSON.stringify({ events: [{ title: 'Talk', start, end, ...more }] }));
  const failed = only({ status: 'failed' });
  t.true(failed.blocks.every(({ kind }) => kind !== 'events'));
  t.regex(JSON.stringify(failed.blocks), /failed/);
  const talk = JSON.stringify(only({ type: 'Lecture', importance: 'high', organizer: 'Ada' }).blocks);
  for (const word of ['Lecture', 'high', 'Ada']) t.true(talk.includes(word), word);
  t.notRegex(JSON.stringify(only({ importance: 'normal', type: 'singleInstance' })), /normal|single/);
  const body = { contentType: 'html', content: '<p>Bring the <b>large</b> map</p>' };
  t.is(only({ body, bodyPreview: 'Bring the' }).omitted, 2);
  t.is(only({ body }).omitted, 4);
  for (const day of ['2026-99-99', '2026-02-30', '9999-12-31T23:59:59-05:00'])
    t.true(only({ start: day, end: day }).blocks.every(({ kind }) => kind !== 'events'));
  const events = [{ title: 'Talk', start, end }];
  const contacts = Array.from({ length: 3 }, (_, at) => ({
    name: `N${at}`,
    phone: `0${at}`,
    room: `R${at}`,
  }));
  // The heading, three names of columns and nine cells.
  t.is(readJson(JSON.stringify({ events, contacts })).omitted, 13);
});
