import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Texts, repetitions and constants of documents whose sender is not known. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const facts = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const texts = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  const table = blocks.find((block) => block.kind === 'table');
  return { title, lead, facts, texts, header: table?.header, rows: table?.rows, omitted };
}

test('a message of several lines keeps its lines, whatever group it is in', (t) => {
  const message = 'Stopping sonarr\nCreating sonarr\nRemoving the old image';
  const { title, texts, facts } = read({ title: 'Updates', level: 'info', message });
  t.is(title, 'Updates');
  t.is(texts.join('\n'), message);
  t.deepEqual(facts, ['level: info']);
  const nested = read({ kind: 'note', data: { from: 'nas', level: 'info', message } });
  t.is(nested.texts.join('\n'), message);
  t.true(nested.facts.includes('level: info'));
});

test('the figures of a document stay large above a text of several lines', (t) => {
  const { lead } = read({
    temperature: 21.4,
    humidity: 40,
    notes: 'Window open\nuntil noon',
    room: 'Kitchen',
  });
  t.is(lead, 'temperature');
});

test('a text that is sent under two names is shown once, and its second name is counted', (t) => {
  const said = 'CPU usage is over 90 % on the web server';
  const { facts, texts, omitted } = read({
    title: 'High CPU',
    type: 'metric',
    priority: 'P3',
    message: said,
    description: said,
  });
  t.deepEqual(texts, [said]);
  t.deepEqual(facts, ['type: metric', 'priority: P3']);
  t.is(omitted, 1);
});

test('a group that repeats one before it is shown once', (t) => {
  const agent = { severity: 'info', agent: 'attic', rule: 'Agent offline' };
  const { facts, omitted } = read({ alert: agent, copy: agent, sort: 'trigger', by: 'Anna' });
  t.is(facts.filter((fact) => fact.endsWith('attic')).length, 1);
  t.is(omitted, 6, 'the name of the group with each of its three values');
});

test('measurements of records are read beside the day of their measurement', (t) => {
  const station = (name: string, pressure: number) => ({
    name,
    last: { date: '2026-11-20', pressure, soil: pressure / 100 },
  });
  const { header, rows } = read([station('Attic', 1009), station('Cellar', 1011), station('Barn', 1012)]);
  t.true(header?.includes('pressure'));
  t.true(rows?.some((row) => row.includes('1011 hPa')));
});

test('units and spans of time in the forms of programs are those of readers', (t) => {
  const { facts } = read({
    remainingRangeInMeters: 23_000,
    mileageInKm: 188,
    duration: 'PT1H26M',
    kind_of_event: 'ALERT_NOTIFICATION_TRIGGER',
    days: ['MONDAY', 'FRIDAY'],
    line: 'S2',
  });
  for (const fact of [
    'remaining range: 23 km',
    'mileage: 188 km',
    'duration: 1 h 26 min',
    'days: Monday, Friday',
  ])
    t.true(facts.includes(fact), `${fact} in ${facts.join(' | ')}`);
  t.true(facts.some((fact) => fact.endsWith('alert notification trigger')));
});

test('the title is what an event is about, not its name for programs or an entry of a list', (t) => {
  const { title, facts } = read({
    event: 'meeting.started',
    payload: { object: { topic: 'Plans for the fair', start_time: '2026-11-20T09:00:00Z', duration: 60 } },
  });
  t.is(title, 'Plans for the fair');
  t.true(facts.includes('event: meeting started'));
  const loans = read({
    patron: { name: 'Mia' },
    loans: [
      { title: 'Tides', due: '2026-11-23' },
      { title: 'Bread', due: '2026-11-18' },
      { title: 'Boats', due: '2026-11-19' },
    ],
    reservations: [{ title: 'Salt', position: 3 }],
  });
  t.notRegex(loans.title ?? '', /Salt/);
});

test('a state that readers must not miss is large beside facts, but not beside a text', (t) => {
  const run = { project: 'shop', number: 130, workflow: { name: 'build', status: 'failed' }, branch: 'main' };
  t.is(read(run).lead, 'workflow status');
  t.is(read({ ...run, workflow: { name: 'build', status: 'passed' } }).lead, null);
  const message = 'One of the objects could not be copied';
  const said = read({ ...run, message });
  t.is(said.lead, null);
  t.deepEqual(said.texts, [message]);
});

test('states in capitals are words, and the plain text of a mail keeps its lines', (t) => {
  const { facts, texts } = read({
    subject: 'Statement',
    priority: 'HIGH',
    status: 'OPEN',
    body_plain: 'Dear customer,\n\nit is ready.',
  });
  t.deepEqual(facts, ['priority: high', 'status: open']);
  t.deepEqual(texts, ['Dear customer,', 'it is ready.']);
});

test('a text that is sent with and without marks, and colours of a board, are not said again', (t) => {
  const { facts, texts, omitted } = read({
    stage: 'build',
    message: {
      text: 'Build 412 of the shop has succeeded',
      html: '<b>Build 412</b> of the shop has succeeded',
    },
    branch: 'main',
    line_colour: '#00ff0a',
    by: 'Mia',
  });
  t.deepEqual(texts, ['Build 412 of the shop has succeeded']);
  t.deepEqual([...facts].sort(), ['branch: main', 'by: Mia', 'stage: build']);
  t.is(omitted, 0);
});

test('a bill is its amount in its currency, named by who sends it', (t) => {
  const { title, lead, facts } = read({
    biller: 'Water works',
    amount_due: 412.5,
    currency: 'NOK',
    due_date: '2026-12-01',
  });
  t.deepEqual([title, lead], ['Water works', 'amount due']);
  t.true(facts.includes('amount due: 412.5 NOK'));
});

test('the charge of a doorbell is not what its ringing is about', (t) => {
  const ring = { doorbell: 'Front door', battery: 71, created_at: '2026-11-20T09:21:00Z' };
  t.is(read({ event: 'ding', ...ring }).lead, null);
  t.is(read(ring).lead, 'battery');
});

test('items between two steps of n8n are read without their envelope', (t) => {
  const item = (name: string, price: number) => ({ json: { name, price }, pairedItem: { item: 0 } });
  const { header, rows } = read([item('Mug', 12), item('Tea', 4), item('Tray', 31)]);
  t.deepEqual(header, ['name', 'price']);
  t.deepEqual(rows?.[1], ['Tea', '4']);
});
