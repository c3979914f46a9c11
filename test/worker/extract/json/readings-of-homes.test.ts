import test from 'ava';
import { readFacts } from './read-facts.ts';

/** What meters, stations, robots and white goods of homes send, and the services of a home. */

test('a meter is its power, with the meters that are connected to it', (t) => {
  const page = readFacts({
    tariff: 2,
    energy_import_kwh: 13779.338,
    power_w: -543,
    power_l1_w: -676,
    power_l2_w: 133,
    power_l3_w: 0,
    external: [
      { type: 'gas_meter', timestamp: '2024-06-28T14:00:00', value: 2569.646, unit: 'm3' },
      { type: 'water_meter', timestamp: '2024-06-28T14:05:00', value: 123.456, unit: 'm3' },
    ],
  });
  t.like(page, {
    lead: 'power',
    facts: [
      'power: -543 W',
      'drawn: 13779.3 kWh',
      'tariff: 2',
      'power L1: -676 W',
      'power L2: 133 W',
      'power L3: 0 W',
    ],
    header: ['meter', 'reading', 'read'],
    rows: [
      ['gas meter', '2569.6 m³', '2024-06-28T14:00:00'],
      ['water meter', '123.5 m³', '2024-06-28T14:05:00'],
    ],
  });
});

test('prices by the half-hour are in the order of the day', (t) => {
  const page = readFacts({
    results: [
      { value_inc_vat: 21.105, valid_from: '2026-11-20T12:00:00Z' },
      { value_inc_vat: 22.105, valid_from: '2026-11-20T11:00:00Z' },
    ],
  });
  t.like(page, {
    header: ['from', 'pence per kWh'],
    rows: [
      ['2026-11-20T11:00:00Z', '22.1'],
      ['2026-11-20T12:00:00Z', '21.1'],
    ],
  });
});

test('a forecast of the sun is its energy day by day', (t) => {
  const page = readFacts({
    result: { watts: {}, watt_hours_day: { '2026-11-20': 4320, '2026-11-21': 2810 } },
    message: { info: { place: 'Braunschweig' } },
  });
  t.like(page, {
    title: 'Braunschweig',
    header: ['day', 'expected'],
    rows: [
      ['2026-11-20', '4320 Wh'],
      ['2026-11-21', '2810 Wh'],
    ],
  });
});

test('a house with a battery is its power, and where that comes from', (t) => {
  const page = readFacts({
    site: { instant_power: -1230 },
    battery: { instant_power: -800 },
    load: { instant_power: 640.4 },
    solar: { instant_power: 2670 },
  });
  t.like(page, {
    lead: 'house',
    facts: ['house: 640 W', 'grid: -1230 W', 'battery: -800 W', 'solar: 2670 W'],
  });
});

test('a robot is its state, with what is left of its parts', (t) => {
  const page = readFacts([
    { __class: 'BatteryStateAttribute', metaData: {}, level: 64, flag: 'discharging' },
    { __class: 'StatusStateAttribute', value: 'cleaning' },
    {},
    { __class: 'DockStatusStateAttribute', value: 'idle' },
    { type: 'filter', subType: 'main', remaining: { value: 4380 } },
    { type: 'brush', subType: 'main', remaining: { value: 82, unit: 'percent' } },
  ]);
  t.like(page, {
    lead: 'state',
    facts: ['state: cleaning', 'battery: 64 %', 'charging: discharging', 'dock: idle'],
    header: ['part', 'left'],
    rows: [
      ['main filter', '3 d 1 h'],
      ['main brush', '82 %'],
    ],
  });
});

test('a washing machine is its state, with the time that is left', (t) => {
  const page = readFacts({
    ident: { type: { value_localized: 'Washing machine' } },
    state: {
      ProgramID: { value_localized: 'Cottons' },
      status: { value_localized: 'In use' },
      programPhase: { value_localized: 'Main wash' },
      remainingTime: [1, 12],
      elapsedTime: [0, 31],
      spinningSpeed: { value_localized: '1400' },
    },
  });
  t.like(page, {
    title: 'Washing machine',
    lead: 'state',
    facts: [
      'state: In use',
      'program: Cottons',
      'phase: Main wash',
      'left: 1 h 12 min',
      'elapsed: 31 min',
      'spinning: 1400',
    ],
    omitted: 4,
  });
});

test('a printer is its progress, with the time that is left', (t) => {
  const page = readFacts({
    job: {
      progress: 62,
      time_remaining: 4380,
      time_printing: 8100,
      file: { display_name: 'vase_0.2mm_PLA.gcode' },
    },
    printer: { state: 'PRINTING', temp_bed: 60.1, temp_nozzle: 214.9, speed: 100 },
  });
  t.like(page, {
    title: 'vase_0.2mm_PLA.gcode',
    lead: 'progress',
    facts: [
      'progress: 62 %',
      'state: printing',
      'left: 1 h 13 min',
      'printing for: 2 h 15 min',
      'nozzle: 215 °C',
      'bed: 60 °C',
      'speed: 100 %',
    ],
  });
});

test('a film that came is its story above its quality', (t) => {
  const page = readFacts({
    movie: {
      title: 'The Long Winter',
      year: 2025,
      tmdbId: 348,
      overview: 'Three sisters wait in the mountains for a letter.',
    },
    movieFile: { quality: 'Bluray-1080p', size: 8123456789 },
    eventType: 'Download',
  });
  t.like(page, {
    title: 'The Long Winter · 2025',
    facts: ['event: Download', 'quality: Bluray-1080p', 'size: 7.6 GB'],
    text: 'Three sisters wait in the mountains for a letter.',
  });
});

test('a store of photographs is their number, with a row for each person', (t) => {
  const page = readFacts({
    photos: 41234,
    videos: 812,
    usage: 412345678901,
    usageByUser: [
      { userName: 'Mia', photos: 30123, videos: 600, usage: 300345678901 },
      { userName: 'Ole', photos: 11111, videos: 212, usage: 112000000000 },
    ],
  });
  t.like(page, {
    lead: 'photos',
    facts: ['photos: 41234', 'videos: 812', 'in use: 384 GB'],
    header: ['user', 'photos', 'videos', 'in use'],
    rows: [
      ['Mia', '30123', '600', '280 GB'],
      ['Ole', '11111', '212', '104 GB'],
    ],
  });
});

test('pollen are rows in the words of their classes', (t) => {
  const page = readFacts({
    content: [
      {
        region_name: 'Schleswig-Holstein und Hamburg',
        Pollen: {
          Hasel: { today: '1-2', tomorrow: '2', dayafter_to: '-1' },
          Erle: { today: '0', tomorrow: '0-1', dayafter_to: '-1' },
          Birke: { today: '0', tomorrow: '0' },
        },
      },
    ],
  });
  t.like(page, {
    title: 'Schleswig-Holstein und Hamburg',
    header: ['pollen', 'today', 'tomorrow'],
    rows: [
      ['Hasel', 'low to medium', 'medium'],
      ['Erle', 'none', 'none to low'],
      ['Birke', 'none', 'none'],
    ],
    omitted: 2,
  });
});

test('tides are rows with the words for their codes', (t) => {
  const page = readFacts({
    predictions: [
      { t: '2026-11-20 03:12', v: '1.812', type: 'H' },
      { t: '2026-11-20 09:31', v: '0.211', type: 'L' },
    ],
  });
  t.like(page, {
    header: ['time', 'tide', 'level'],
    rows: [
      ['2026-11-20 03:12', 'high', '1.81'],
      ['2026-11-20 09:31', 'low', '0.21'],
    ],
  });
});
