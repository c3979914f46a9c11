import test from 'ava';
import { json, refusal, startFlakyServer } from '../flaky-server.ts';
import { runPiped, settingsFolder } from './command-line.ts';

const HEAD = { 'content-type': 'text/event-stream' };
const DISPLAY = { id: 'd1', name: 'Hall', thingName: 'placard-1', online: true, batteryPercent: 80 };
const PAGE = { id: 'p1', displayId: 'd1', state: 'published' };

const event = (id: number, name: string, data: unknown) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const displays = json(200, { items: [DISPLAY], nextCursor: null, hasMore: false });
const breaksOff =
  event(1, 'reset', {}) + event(2, 'display.changed', DISPLAY) + event(3, 'display.changed', DISPLAY);
const goesOn =
  event(4, 'presentation.changed', PAGE) +
  event(5, 'presentation.changed', { ...PAGE, state: 'confirmed' }) +
  event(6, 'display.removed', { id: 'd1' }) +
  event(7, 'end', {});

test('watch prints each change once, also when its connection breaks', async (t) => {
  const server = await startFlakyServer([
    displays,
    (_, response) => response.writeHead(200, HEAD).end(breaksOff),
    (_, response) => response.writeHead(200, HEAD).end(goesOn),
    json(200, { ...PAGE, title: 'Milk\u001b[2J' }),
  ]);
  t.teardown(() => server.close());
  const env = {
    XDG_CONFIG_HOME: await settingsFolder(t),
    PLACARD_URL: server.url,
    PLACARD_TOKEN: 'plc_pat_test',
  };
  const { code, stdout, stderr } = await runPiped(['watch'], { env });
  t.is(code, 0, stderr);
  t.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(1)),
    [
      ['display.changed', 'd1', 'Hall is online, battery 80%'],
      ['presentation.changed', 'p1', 'Hall: "Milk\\u{1b}[2J" is on its way'],
      ['presentation.changed', 'p1', 'Hall: "Milk\\u{1b}[2J" is on the wall'],
      ['display.removed', 'd1', 'Hall is gone'],
    ],
  );
  t.is(server.requests[2]?.headers['last-event-id'], '3');
  t.is(server.requests.length, 4, 'the title is asked for once');
});

test('watch ends when the box refuses it', async (t) => {
  const server = await startFlakyServer([displays, refusal(404, 'not_found')]);
  t.teardown(() => server.close());
  const env = {
    XDG_CONFIG_HOME: await settingsFolder(t),
    PLACARD_URL: server.url,
    PLACARD_TOKEN: 'plc_pat_test',
  };
  t.like(await runPiped(['watch', '--json'], { env }), { code: 1, stdout: '' });
});
