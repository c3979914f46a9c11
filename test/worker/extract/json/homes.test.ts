import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Documents of homes, machines and carriers: the main figure and names are shown, and values about the machine itself are not. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  return { title, lead, pairs, table, omitted };
}

const state = (entity_id: string, said: string, attributes: object = {}) => ({
  entity_id,
  state: said,
  attributes,
  last_changed: '2026-11-23T07:41:12+00:00',
});

test('states of a home are values with their names; unknown states and those of the system are counted', (t) => {
  const { pairs, omitted } = read([
    state('person.anna', 'not_home', { friendly_name: 'Anna' }),
    state('sensor.hall', '21.3', { friendly_name: 'Hall', unit_of_measurement: '°C' }),
    state('sensor.bath', 'unavailable', { friendly_name: 'Bath', unit_of_measurement: '°C' }),
    state('climate.hall', 'heat', { friendly_name: 'Heating', current_temperature: 20.5, temperature: 22 }),
    state('update.core', 'on', { friendly_name: 'Core', title: 'Home Assistant Core' }),
  ]);
  t.deepEqual(pairs, ['Anna: not home', 'Hall: 21.3 °C', 'Heating: heat · 20.5°']);
  t.true(omitted >= 6);
});

test('things of one kind are compared by their attributes', (t) => {
  const { table } = read(
    ['Hall', 'Bath', 'Attic'].map((name, at) =>
      state(`climate.${at}`, at === 0 ? 'heat' : 'off', {
        friendly_name: name,
        current_temperature: 20 + at,
        temperature: 22 + at,
      }),
    ),
  );
  t.is(table?.rows.length, 3);
});

test('a thermostat shows the temperature rather than its mode, and a numeric state rather than a temperature beside it', (t) => {
  t.is(
    read(state('climate.a', 'heat', { friendly_name: 'Hall', current_temperature: 20.4 })).lead,
    'current temperature',
  );
  t.is(read(state('sensor.a', '7', { friendly_name: 'Wind', temperature: 20.4 })).lead, 'state');
  t.is(
    read({ battery: 64, local_temperature: 19.6, position: 35, running_state: 'heat' }).lead,
    'local temperature',
  );
});

test('memory and radio figures of a machine are counted beside many values and shown beside few', (t) => {
  const own = { ram_free: 121220, rssi: -61, reset_reason: 3 };
  const much = read({
    power: 412,
    voltage: 231,
    current: 1.8,
    frequency: 50,
    energy: 12,
    pf: 0.9,
    output: true,
    ...own,
  });
  t.false(much.pairs.some((pair) => /ram|rssi|reset/.test(pair)));
  t.true(much.omitted >= 6);
  t.is(read({ power: 412, ...own }).pairs.length, 4);
});

test('zeros in a long breakdown are counted; a breakdown of zeros only is kept', (t) => {
  const types = { A: 10, AAAA: 12, ANY: 0, MX: 0, DS: 0, NS: 0 };
  t.is(read({ title: 'Queries', types }).pairs.length, 2);
  t.is(read({ title: 'Rain', north: 0, south: 0, east: 0, west: 0 }).pairs.length, 4);
});

test('an address is one line; an object with further members is not an address', (t) => {
  const parcel = read({
    destination: { address: { addressLocality: 'Berlin', postalCode: '10115', countryCode: 'DE' } },
    status: { status: 'In delivery', location: { address: { addressLocality: 'Berlin' } } },
    estimatedDelivery: '2026-11-23T14:00:00+01:00',
    weight: 2,
  });
  t.true(parcel.pairs.some((pair) => pair.endsWith(': 10115 Berlin, DE')));
  t.regex(parcel.lead ?? '', /status/);
  t.true(
    read({ name: 'Shop', where: { street: 'Elm 4', opens: '9:00' } }).pairs.some((pair) =>
      pair.includes('opens'),
    ),
  );
});

test('a normal state is not shown large, nor is a state without a future time', (t) => {
  t.is(read({ status: 'ok', started: '2026-11-23T07:00:00Z', jobs: 4 }).lead, null);
  t.is(read({ title: 'Alien', status: 'Released', runtime: 117 }).lead, null);
});

test('weather of OpenWeatherMap is written in words; other objects with such names are unchanged', (t) => {
  const main = { temp: 4.7 };
  t.true(
    read({
      main,
      weather: [{ id: 803, main: 'Clouds', description: 'Bewölkt', icon: '04d' }],
    }).pairs.includes('weather: Bewölkt'),
  );
  const menu = read({ monday: { main: 'Lasagne', description: 'With salad' } }).pairs.join();
  t.true(menu.includes('Lasagne') && menu.includes('With salad'));
});

test('a trigger that all runs share is not their title, and a title made of other columns is left out', (t) => {
  const runs = ['Fix feeds', 'Add retry', 'Bump'].map((display_title, at) => ({
    display_title,
    event: 'push',
    run: at + 561,
  }));
  t.is(read({ workflow_runs: runs }).title, 'Workflow runs');
  const quakes = ['Pólis, Cyprus', 'Lata, Solomon Islands'].map((place, at) => ({
    mag: `${at + 4}.5`,
    place,
    title: `M ${at + 4}.5 - ${place}`,
  }));
  t.deepEqual([...(read(quakes).table?.header ?? [])].sort(), ['mag', 'place']);
});

test('a table of short figures has more columns', (t) => {
  const teams = ['Bayern', 'Leipzig', 'Leverkusen'].map((name, at) => ({
    team: { name },
    won: 9 - at,
    draw: 2 + at,
    lost: at,
    goalsFor: 36 - 2 * at,
    goalsAgainst: 7 + 3 * at,
    goalDifference: 29 - 5 * at,
    points: 29 - at,
  }));
  t.deepEqual(read(teams).table?.header?.slice(0, 3), ['team', 'points', 'won']);
  t.is(read(teams).table?.header?.length, 8);
});
