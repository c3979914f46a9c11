import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Documents of services and machines in their own forms, and documents that look similar. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  const items = blocks.flatMap((block) => (block.kind === 'item' ? [block.text] : []));
  return { title, lead, pairs, table, items, omitted, said: JSON.stringify(blocks) };
}

test('objects under ids are a list, and names of people are not ids', (t) => {
  const room = (name: string, temperature: number) => ({ name, temperature, humidity: 40 + temperature });
  const { table, said } = read({
    '015ae9ea3f964e668e490fa39da3870b': room('Hall', 20),
    '1cbf783bb11e4a7c8a6843dee3a86927': room('Bath', 22),
    '3cb70739631c4d17a86b8b12e8a5161b': room('Attic', 17),
  });
  t.deepEqual(
    table?.rows.map(([first]) => first),
    ['Hall', 'Bath', 'Attic'],
  );
  t.false(said.includes('015ae9ea'));
  const people = read({
    Anna: { age: 4, shoes: 27 },
    Ben: { age: 7, shoes: 31 },
    Cleo: { age: 9, shoes: 34 },
  });
  t.deepEqual(
    people.table?.rows.map(([first]) => first),
    ['Anna', 'Ben', 'Cleo'],
  );
  t.true(read({ '20261127': { lunch: 'Soup' } }).said.includes('2026'), 'a day is no id');
  t.true(read({ '202611271230': { lunch: 'Soup', price: 4 } }).said.includes('2026'), 'nor is a moment');
});

test('objects with some members in common are rows, unless each is a measurement', (t) => {
  const heater = { actual: 214.8, target: 220 };
  const { table } = read({
    tool0: heater,
    tool1: { actual: 25.3, target: null, offset: 1 },
    bed: { ...heater, actual: 50 },
  });
  t.deepEqual(table?.rows[0]?.slice(0, 2), ['tool0', '214.8']);
  const measures = read({
    power: { value: 3, unit: 'kW', phase: 1 },
    energy: { value: 7, unit: 'kWh', phase: 1 },
    water: { value: 9, unit: 'm³', phase: 1 },
  });
  t.is(measures.table, undefined);
});

test('a temperature in two scales is shown once, and other values with these names are kept', (t) => {
  const inside = { celsius: 20.6, fahrenheit: 69.1, timestamp: '2026-11-27T07:44:00Z', type: 'TEMPERATURE' };
  const humidity = { type: 'PERCENTAGE', percentage: 45.2, timestamp: '2026-11-27T07:44:00Z' };
  const { pairs } = read({ sensorDataPoints: { insideTemperature: inside, humidity } });
  t.deepEqual(pairs, ['inside temperature: 20.6 °C', 'humidity: 45.2 %']);
  const oven = read({ name: 'Pizza', oven: { celsius: 250, fahrenheit: 480, minutes: 9 } });
  t.true(['250', '480', '9'].every((figure) => oven.said.includes(figure)));
});

test('identifiers of programs are shown as words, and names that people gave are unchanged', (t) => {
  const { pairs } = read({
    activity: 'PARKED_IN_CS',
    mode: 'MAIN_AREA',
    status: 'RESTRICTED',
    user: 'john_doe',
    power: 'ON',
  });
  t.deepEqual(pairs, [
    'activity: parked in CS',
    'mode: main area',
    'status: restricted',
    'user: john_doe',
    'power: ON',
  ]);
  t.deepEqual(read({ pH: 7.2, UVIndex: 3, iPhone: 'Anna' }).pairs, [
    'pH: 7.2',
    'UV index: 3',
    'i phone: Anna',
  ]);
});

test('capabilities of a machine are left out, and its states are shown', (t) => {
  const { said } = read({ storm_mode_supported: true, has_wifi: true, door_open: false, relay_on: true });
  t.false(/storm|wifi/.test(said));
  t.true(said.includes('door open') && said.includes('relay on'));
});

test('tables of one figure with the same rows are joined, and those with other rows are not', (t) => {
  const prices = (first: number, from = 0) =>
    [1, 2, 3].map((hour) => ({ start: `2026-11-27T0${hour + from}:00:00Z`, price: first + hour / 100 }));
  const { table, title } = read({ base: prices(0.2), with_tax: prices(0.3) });
  t.deepEqual(table?.header, ['start', 'Base', 'With tax']);
  t.deepEqual(table?.rows[1]?.slice(1), ['0.22', '0.32']);
  t.is(title, 'Price', 'the figure is the heading');
  const history = (name: string) =>
    ['01', '02'].map((hour) => ({
      entity_id: `sensor.${name}`,
      state: hour,
      last_changed: `2026-11-27T${hour}:00:00Z`,
    }));
  t.is(read([history('attic'), history('hall')]).table?.header?.length, 3);
  const apart = read({ today: prices(0.2), later: prices(0.3, 4) });
  t.is(apart.table?.header?.length, 2);
});

test('times of one row in several forms are shown once, and a beginning and an end are both kept', (t) => {
  const reading = (minute: number) => ({
    glucose: 90 + minute,
    date: Date.UTC(2026, 10, 27, 18, minute),
    display_time: `2026-11-27T11:${minute}:00-07:00`,
    system_time: `2026-11-27T17:${minute - 6}:30Z`,
  });
  t.is(read([reading(33), reading(28), reading(23)]).table?.header?.length, 2);
  const lesson = (hour: number) => ({
    room: `R${hour}`,
    start: `2026-11-27T${hour}:00:00Z`,
    bell: `2026-11-27T${hour}:45:00Z`,
  });
  t.true(read([lesson(10), lesson(11), lesson(12)]).said.includes('45:00'));
});

test('a forecast shows its usual columns, each once, and counts the rest', (t) => {
  const day = (date: number) => ({
    datetime: `2026-11-${date}`,
    temp: date - 20,
    app_min_temp: date - 30,
    low_temp: date - 26,
    min_temp: date - 25,
    high_temp: date - 18,
    ozone: 400 + date,
    pop: date === 27 ? 0 : date,
    weather: { code: 800, description: `Clear ${date}` },
    clouds: date,
  });
  const { table, omitted } = read({ city_name: 'Oslo', data: [27, 28, 29, 30].map(day) });
  t.deepEqual(table?.header, ['datetime', 'temp', 'low temp', 'high temp', 'description', 'pop']);
  t.is(table?.rows[0]?.at(-1), '0 %');
  t.is(table?.rows[1]?.at(-1), '28 %');
  t.true(omitted > 0);
});

test('a shopping list shows each thing once, with its box', (t) => {
  const thing = (display: string, quantity: number, food: string, label: string | null, checked = false) => ({
    quantity,
    food: { name: food },
    label: label === null ? null : { name: label },
    display,
    checked,
  });
  const { items } = read([thing('2 Apples', 2, 'Apples', null), thing('1 litre milk', 1, 'milk', 'Dairy')]);
  t.deepEqual(items, ['2 Apples', '1 litre milk · Dairy']);
  const { items: others } = read([thing('Apples', 12, 'Pears', null)].concat(thing('Milk', 3, 'oats', null)));
  t.deepEqual(others, ['Apples · quantity 12 · Pears', 'Milk · quantity 3 · oats']);
});

test('the state of a machine precedes its make and the time of the report', (t) => {
  const { pairs } = read({
    timestamp: '2026-11-27T09:00:00Z',
    type: 'mower',
    model: 'Aspire',
    activity: 'mowing',
    blade_hours: 12,
    next_start: '2026-11-28T09:00:00Z',
  });
  t.deepEqual(
    pairs.map((pair) => pair.slice(0, pair.indexOf(':'))),
    ['activity', 'blade hours', 'next start', 'timestamp', 'type', 'model'],
  );
});

test('pictures in several sizes are left out, and other objects with an address are kept', (t) => {
  const sizes = {
    small: { url: 'https://x.org/s', width: 120, height: 90 },
    large: { url: 'https://x.org/l', width: 480, height: 360 },
  };
  t.false(/120|480/.test(read({ title: 'A', views: 7, thumbnails: sizes }).said));
  t.true(
    read({ title: 'A', parts: { lid: { url: 'https://x.org/s', width: 120, colour: 'red' } } }).said.includes(
      'red',
    ),
  );
});

test('disabled states are counted if there are many, and shown if there are few', (t) => {
  const off = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`heater_${at}_on`, false]));
  const many = read({ name: 'Car', inside_temp: 21, ...off(5) });
  t.false(many.said.includes('heater'));
  t.true(many.omitted >= 5);
  t.is(read({ name: 'Car', inside_temp: 21, ...off(2) }).omitted, 0);
});

test('beside many values the first of several long tables is kept and the others are counted; short documents are kept whole', (t) => {
  const values = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`value_${at}`, `word ${at}`]));
  const rows = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `${name} ${at}`,
      place: `shelf ${at}`,
      state: `state ${at % 2}`,
    }));
  const tables = (document: unknown) =>
    readJson(JSON.stringify(document)).blocks.filter(({ kind }) => kind === 'table');
  const long = { ...values, books: rows('book', 12), discs: rows('disc', 30) };
  t.is(tables(long).length, 1);
  t.true(read(long).said.includes('book 11'));
  t.true(read(long).omitted >= 30 * 6);
  t.is(tables({ ...values, books: rows('book', 4), discs: rows('disc', 4) }).length, 2);
  t.is(tables({ title: 'Home', books: rows('book', 12), discs: rows('disc', 30) }).length, 2, 'few values');
});

test('what a document is about is its title, and small words of a state are in lower case', (t) => {
  const hive = readJson(JSON.stringify({ hive: 'Linde 2', weight_kg: 31.42, outside_temp_c: 4.1 }));
  t.is(hive.title, 'Linde 2');
  const tasks = readJson(
    JSON.stringify([
      { subject: 'Maths', title: 'Fractions', status: 'TO_DO', due: '2026-11-30' },
      { subject: 'English', title: 'Letter', status: 'IN_PROGRESS', due: '2026-12-02' },
    ]),
  );
  t.true(JSON.stringify(tasks.blocks).includes('"to do"'));
});
