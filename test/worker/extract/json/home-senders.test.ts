import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Documents of what a household runs for itself. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const facts = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  return { title, lead, facts, header: table?.header, rows: table?.rows, omitted };
}

test('what a camera sees is named with its certainty, and the former state is counted', (t) => {
  const seen = { camera: 'front_door', label: 'person', top_score: 0.71, region: [0, 0, 400, 400] };
  const { title, lead, facts, omitted } = read({
    type: 'update',
    before: seen,
    after: { ...seen, top_score: 0.91, entered_zones: ['drive', 'porch'] },
  });
  t.deepEqual([title, lead], ['person · front_door', 'certainty']);
  t.deepEqual(facts, ['certainty: 91 %', 'was in: drive, porch', 'event: update']);
  t.is(omitted, 2, 'the two figures of the former certainty, 0.71');
});

test('a person whom a camera knows is the largest text, and zones are words', (t) => {
  const seen = { camera: 'driveway', label: 'person', sub_label: null, top_score: 0.71 };
  const known = { ...seen, sub_label: ['Anna', 0.92], top_score: 0.91, entered_zones: ['front_yard'] };
  const { title, lead, facts } = read({ type: 'end', before: seen, after: known });
  t.deepEqual([title, lead], ['person · driveway', 'who']);
  t.deepEqual(facts, ['who: Anna', 'was in: front yard', 'event: end', 'certainty: 91 %']);
});

test('what a household writes about a meal is beside it, and the days are in order', (t) => {
  const { rows } = read({
    items: [
      { date: '2026-11-24', entryType: 'dinner', recipe: { name: 'Curry', totalTime: '40 Minutes' } },
      { date: '2026-11-23', entryType: 'dinner', title: 'Restaurant', text: 'With the boys', recipe: null },
    ],
  });
  t.deepEqual(
    rows?.map(([day, , dish]) => [day, dish]),
    [
      ['2026-11-23', 'Restaurant: With the boys'],
      ['2026-11-24', 'Curry'],
    ],
  );
});

test('a warning is called by its headline, with what it describes and advises', (t) => {
  const { title, facts, omitted } = read({
    alerts: [
      {
        onset: '2026-11-28T17:00:00+00:00',
        severity: 'moderate',
        category: 'met',
        event_code: 57,
        event_de: 'STURMBÖEN',
        headline_de: 'Amtliche WARNUNG vor STURMBÖEN',
        description_de: 'In Schauernähe bis 90 km/h.',
        instruction_de: 'Äste können herabstürzen.',
      },
    ],
    location: { name: 'Stadt Göttingen' },
  });
  t.is(title, 'Stadt Göttingen');
  t.is(facts[0], 'warning: Amtliche WARNUNG vor STURMBÖEN');
  t.deepEqual(facts.slice(-2), [
    'description: In Schauernähe bis 90 km/h.',
    'advice: Äste können herabstürzen.',
  ]);
  t.is(omitted, 0);
});

test('a coffee machine is shown by its coffees', (t) => {
  const { title, lead, facts, rows, omitted } = read({
    modelName: 'LINEA MICRA',
    selectedWidgetCodes: ['COFFEE_AND_FLUSH_COUNTER', 'LAST_COFFEE'],
    allWidgetCodes: ['LAST_COFFEE', 'COFFEE_AND_FLUSH_COUNTER'],
    selectedWidgets: [
      { code: 'COFFEE_AND_FLUSH_COUNTER', index: 1, output: { totalCoffee: 1620, totalFlush: 1366 } },
      {
        code: 'LAST_COFFEE',
        index: 1,
        output: {
          lastCoffees: [
            { time: 1742535679203, extractionSeconds: 30.44, doseMode: 'Continuous' },
            { time: 1742489827722, extractionSeconds: 10.8, doseMode: 'PulsesType' },
          ],
        },
      },
    ],
  });
  t.deepEqual([title, lead], ['LINEA MICRA', 'coffees']);
  t.deepEqual(facts, ['coffees: 1620', 'flushes: 1366']);
  t.deepEqual(
    rows?.map(([, ...cells]) => cells),
    [
      ['30.4 s', 'Continuous'],
      ['10.8 s', 'Pulses type'],
    ],
  );
  t.is(omitted, 0);
});

test('unlike parts of a document are read by their names, each on its own', (t) => {
  const { facts } = read({
    name: 'Pool',
    parts: [
      { code: 'HEAT_PUMP', output: { target: 27.5, runs: 'at night' } },
      { code: 'FILTER', output: { pressure: 0.85 } },
    ],
  });
  t.true(facts.some((fact) => /heat.pump.*target: 27\.5/i.test(fact)));
  t.true(facts.some((fact) => /filter.*pressure: 0\.85/i.test(fact)));
});

test('meals are rows by day, with or without a recipe', (t) => {
  const { header, rows } = read({
    items: [
      { date: '2026-11-28', entryType: 'dinner', recipe: { name: 'Lentil curry', totalTime: '40 minutes' } },
      { date: '2026-11-29', entryType: 'lunch', title: 'Leftovers', recipe: null },
    ],
  });
  t.deepEqual(header, ['day', 'meal', 'dish', 'takes']);
  t.deepEqual(
    rows?.map((row) => row.slice(1)),
    [
      ['dinner', 'Lentil curry', '40 minutes'],
      ['lunch', 'Leftovers', ''],
    ],
  );
});

test('papers are rows, and the moments at which they were stored are counted', (t) => {
  const paper = { document_type: 'Letter', created: '2026-11-20', added: '2026-11-27T18:22:11Z' };
  const { header, rows, omitted } = read({
    count: 2,
    results: [
      { ...paper, title: 'Invoice', correspondent: 'Stadtwerke', tags: ['todo'] },
      { ...paper, title: 'Trip', correspondent: 'School', tags: [] },
    ],
  });
  t.deepEqual(header, ['title', 'from', 'kind', 'of', 'tags']);
  t.deepEqual(
    rows?.map(([title, from]) => [title, from]),
    [
      ['Invoice', 'Stadtwerke'],
      ['Trip', 'School'],
    ],
  );
  t.is(omitted, 6, 'two moments of three parts each');
});

test('an air conditioner is its temperature, and what it is set to', (t) => {
  const { title, lead, facts } = read({
    result: {
      room: { name: 'Living room' },
      acState: { on: true, mode: 'heat', targetTemperature: 21 },
      measurements: { temperature: 19.8, humidity: 47.2 },
    },
  });
  t.deepEqual([title, lead], ['Living room', 'temperature']);
  t.deepEqual(facts, ['temperature: 19.8°', 'on: true', 'mode: heat', 'target: 21°', 'humidity: 47 %']);
});

test('pools of a store are rows with their use', (t) => {
  const { header, rows } = read([
    { name: 'tank', status: 'ONLINE', healthy: true, size: 4e12, allocated: 1e12, free: 3e12 },
    { name: 'fast', status: 'DEGRADED', healthy: false, size: 1e12, allocated: 5e11, free: 5e11 },
  ]);
  t.deepEqual(header, ['pool', 'status', 'use', 'free', 'size']);
  t.deepEqual(
    rows?.map((row) => row.slice(0, 3)),
    [
      ['tank', 'online', '25 %'],
      ['fast', 'degraded', '50 %'],
    ],
  );
});

test('tracks that were played are rows with their artists and albums', (t) => {
  const { title, header, rows } = read({
    recenttracks: {
      track: [
        { artist: { '#text': 'Nils Frahm' }, name: 'Says', album: { '#text': 'Spaces' } },
        {
          artist: { '#text': 'Ólafur Arnalds' },
          name: 'Near Light',
          album: { '#text': 'Living Room Songs' },
        },
      ],
      '@attr': { user: 'lena' },
    },
  });
  t.is(title, 'lena');
  t.deepEqual(header, ['track', 'artist', 'album']);
  t.deepEqual(rows?.[1], ['Near Light', 'Ólafur Arnalds', 'Living Room Songs']);
});
