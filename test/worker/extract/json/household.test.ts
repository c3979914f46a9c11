import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Documents that homes send to a panel: forecasts, calendars, tariffs, lessons, machines. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const tables = blocks.filter((block) => block.kind === 'table');
  return { title, lead, pairs, tables, table: tables[0], blocks, omitted, said: JSON.stringify(blocks) };
}

const DAYS = [23, 24, 25, 26, 27].map((day) => `2026-11-${day}`);

test('each day of a forecast of Home Assistant is one row with its date, its temperatures and its weather', (t) => {
  const forecast = DAYS.map((day, index) => ({
    condition: index === 1 ? 'partlycloudy' : 'rainy',
    datetime: `${day}T11:00:00+00:00`,
    wind_bearing: 236,
    uv_index: 0.4,
    temperature: 8 - index,
    templow: 2 - index,
    precipitation: 0.5,
    humidity: 80 + index,
  }));
  const { title, table, omitted } = read({ service_response: { 'weather.forecast_home': { forecast } } });
  t.truthy(title);
  t.deepEqual(table?.rows[1]?.slice(0, 4), ['2026-11-24', '7°', '1°', 'partly cloudy']);
  t.is(table?.rows.length, DAYS.length);
  t.falsy(
    table?.notes?.some((note) => note !== ''),
    'a line for each day',
  );
  t.true(omitted > 0 || table!.header!.includes('humidity'), 'what has no column is counted');
});

test('a forecast shows the current weather and the days, counts the hours, and writes weather codes as words', (t) => {
  const hours = Array.from({ length: 24 }, (_, hour) => `2026-11-23T${String(hour).padStart(2, '0')}:00`);
  const { lead, tables, pairs, omitted } = read({
    current_units: { time: 'iso8601', temperature_2m: '°C', weather_code: 'wmo code' },
    current: { time: hours[7], temperature_2m: 4.3, weather_code: 3 },
    hourly_units: { temperature_2m: '°C' },
    hourly: { time: hours, temperature_2m: hours.map((_, hour) => hour / 2) },
    daily_units: { temperature_2m_max: '°C', temperature_2m_min: '°C', weather_code: 'wmo code' },
    daily: {
      time: DAYS,
      weather_code: [61, 3, 2, 0, 71],
      temperature_2m_max: [7.9, 6, 5, 3, 1],
      temperature_2m_min: [3, 2, 1, 0, -4],
    },
  });
  t.is(lead, 'temperature');
  t.true(pairs.includes('weather: overcast'));
  t.is(tables.length, 1);
  t.deepEqual(tables[0]?.rows[0], ['2026-11-23', '3 °C', '7.9 °C', 'light rain']);
  t.true(omitted >= 24 * 3, 'the hours');
});

test('a forecast shows its days rather than its minutes, also if all minutes are equal', (t) => {
  const minutely = [5, 6, 7, 8].map((minute) => ({ dt: 1795421100 + 60 * minute, precipitation: 0 }));
  const daily = DAYS.map((day, index) => ({
    date: day,
    temp: { min: 1 + index, max: 5 + index },
    humidity: 80,
  }));
  const { tables, lead } = read({ current: { temp: 4.7 }, minutely, daily });
  t.is(lead, 'temp');
  t.is(tables.length, 1);
  t.is(tables[0]?.rows[0]?.[0], DAYS[0]);
});

test('a board of arrivals and departures keeps both', (t) => {
  const calls = (to: string) =>
    DAYS.map((_, index) => ({ time: `07:0${index}`, line: `U${index}`, to, platform: String(index) }));
  const { tables, omitted } = read({ departures: calls('Pankow'), arrivals: calls('Ruhleben') });
  t.is(tables.length, 2);
  t.is(omitted, 0);
});

test('a tariff shows the start of each hour, and a value that all rows share is not the large figure', (t) => {
  const data = [80, 150.13, 130.26, 99].map((marketprice, hour) => ({
    start_timestamp: 1795413600000 + hour * 3_600_000,
    end_timestamp: 1795417200000 + hour * 3_600_000,
    marketprice,
    unit: 'Eur/MWh',
  }));
  const { table, lead } = read({ object: 'list', data });
  t.deepEqual(table?.header, ['start timestamp', 'marketprice']);
  t.is(table?.rows[1]?.[1], '150.13 Eur/MWh');
  const stock = ['Milk', 'Rice', 'Eggs'].map((name, index) => ({ name, amount: index, value: 3.2 }));
  t.is(read(stock).lead, null);
  t.is(lead, null);
  const uneven = [
    { from: '2026-11-23T07:00:00Z', till: '2026-11-23T08:00:00Z', price: 1 },
    { from: '2026-11-23T08:00:00Z', till: '2026-11-23T11:00:00Z', price: 2 },
    { from: '2026-11-23T11:00:00Z', till: '2026-11-23T12:00:00Z', price: 3 },
  ];
  t.true(read(uneven).said.includes('2026-11-23T11:00:00Z') && read(uneven).table!.header!.includes('till'));
});

test('download counts by version are not read as a meter; OBIS codes with a unit are', (t) => {
  const { said } = read({ '1.7.0': 120, '1.8.0': 340, '2.7.0': 90 });
  t.true(said.includes('1.8.0') && !said.includes('energy'));
  t.true(read({ '1.7.0': '120*W', '1.8.0': '340*kWh' }).said.includes('energy import'));
});

test('rows of OpenWeatherMap have their times, and a humidity of 1 is 100 %', (t) => {
  const daily = DAYS.map((_, index) => ({
    dt: 1795431600 + index * 86_400,
    temp: { min: index, max: index + 5.5 },
    humidity: 81,
    weather: [{ id: 500, main: 'Rain', description: `light rain ${index}`, icon: '10d' }],
  }));
  const { table } = read({ timezone: 'Europe/Berlin', daily });
  t.deepEqual(table?.rows[1]?.slice(0, 3), ['2026-11-24', '1°', '6.5°']);
  t.true(read({ humidity: 0.56, dewPoint: 3 }).pairs.includes('humidity: 56 %'));
});

test('numbers get the units that their names give, and only mains phases get units of mains', (t) => {
  t.deepEqual(read({ temperature: 4, templow: -1.5, pressure: 100912 }).pairs.slice(1), [
    'templow: -1.5°',
    'pressure: 1009.1 hPa',
  ]);
  const phases = read({ a_voltage: 231.4, a_current: 1.031, a_act_power: 148.2, a_freq: 50 });
  t.true(phases.said.includes('1.031 A') && phases.said.includes('148.2 W') && phases.said.includes('50 Hz'));
  const priced = read({ voltage: 230, price_current: 0.31, report_freq: 60 });
  t.false(priced.said.includes('0.31 A') || priced.said.includes('60 Hz'));
  const prices = [0.02, 0.03].map((price) => ({ price, unit: 'kWh' }));
  t.true(read({ prices }).said.includes('0.02 /kWh'));
  t.true(read({ planck: 6.62607015e-34 }).said.includes('6.62607015e-34'));
});

test('arrivals, bookings, rooms, opening hours and days in other zones are kept whole', (t) => {
  const has = (document: unknown, ...words: string[]) =>
    words.filter((word) => !read(document).said.includes(word));
  const trains = ['08', '09', '10'].map((hour, index) => ({
    departure: `2026-11-23T${hour}:00:00Z`,
    arrival: `2026-11-23T${['09', '10', '11'][index]}:00:00Z`,
  }));
  t.deepEqual(has(trains, 'arrival', '2026-11-23T11:00:00Z'), []);
  const rooms = (from: number) => DAYS.map((date, index) => ({ date, temperature: from + index }));
  const both = read({ kitchen: rooms(20), bedroom: rooms(30) });
  t.deepEqual(both.tables[0]?.header, ['date', 'Kitchen', 'Bedroom']);
  t.deepEqual(has(both, '20', '30'), []);
  t.is(read({ kitchen: rooms(20), bedroom: rooms(30) }).omitted, 0);
  t.deepEqual(
    has(
      [1, 2, 3].map((day_of_week) => ({ day_of_week, opens: `0${day_of_week}:30` })),
      'day_of_week'.replaceAll('_', ' '),
    ),
    [],
  );
  t.deepEqual(has({ name: 'Party', start_at: '2026-11-24T18:00:00Z' }, '2026-11-24T18:00'), []);
  t.deepEqual(has({ meter: 'Water', total: 1234.5, previous: 1200.2, unit: 'm³' }, '1234.5'), []);
  t.deepEqual(has({ name: 'Washer', next: '2026-11-24T07:00:00+01:00' }, '2026-11-24T07:00'), []);
  t.deepEqual(has({ tv: 'Samsung', tv_inches: 55, car: 'Golf', car_miles: 85000 }, '55', '85000'), []);
  const sydney = DAYS.map((day) => ({ datetime: `${day}T13:00:00Z`, temperature: 20, templow: 9 }));
  t.deepEqual(has(sydney, `${DAYS[0]}T13:00:00Z`), []);
  const people = ['Anna', 'Ole', 'Ida'].map((name, index) => ({
    name,
    children: [{ age: 3 }],
    age: 40 + index,
  }));
  t.deepEqual(has(people, '40', '41', '42'), []);
  const codes = { weather_code_a: [0, 1, 2], weather_code_b: [61, 63, 65], time: DAYS.slice(0, 3) };
  const daily_units = { weather_code_a: 'wmo code', weather_code_b: 'wmo code' };
  t.false(
    has({ daily_units, daily: codes }, 'light rain').length === 0,
    'of several codes none is the weather',
  );
});
