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
