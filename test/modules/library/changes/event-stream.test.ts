import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
// Behind index.ts: a reader that is slower than its stream; the buffers of a socket would hide it.
import { EventStream } from '../../../../modules/library/streams/event-stream.ts';

test('a stream that gets an event while it ends, ends once', async (t) => {
  const stream = new EventStream({
    source: { next: async () => ({ frames: 'event: end\n\n', isEnd: true }) },
    pingMs: 10_000,
    stallMs: 10_000,
    minReadIntervalMs: 0,
  });
  stream.read(0); // asks for more and takes nothing yet, as a response does whose headers are not sent
  await setImmediate();
  stream.wake();
  await setImmediate();
  t.is((await text(stream)).match(/event: end/g)?.length, 1);
});

test('a reader that reads nothing causes no more queries, and is disconnected', async (t) => {
  let reads = 0;
  const stream = new EventStream({
    source: {
      async next() {
        reads += 1;
        return { frames: 'x'.repeat(20_000), hasMore: true };
      },
    },
    pingMs: 20,
    stallMs: 50,
    minReadIntervalMs: 0,
  });
  stream.read(0);
  await once(stream, 'close');
  t.is(reads, 1);
  t.true(stream.readableLength < 40_000);
});

test('notifications in quick succession are read together, including the last', async (t) => {
  let reads = 0;
  let value = 0;
  let sent = 0;
  const stream = new EventStream({
    source: {
      async next() {
        reads += 1;
        const frames = value === sent ? '' : `data: ${value}\n\n`;
        sent = value;
        return { frames };
      },
    },
    pingMs: 10_000,
    stallMs: 10_000,
    minReadIntervalMs: 50,
  });
  t.teardown(() => stream.disconnect());
  for (value = 1; value < 100; value++) {
    stream.wake();
    await setImmediate();
  }
  stream.wake();
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    if (text.includes('data: 100\n')) break;
  }
  t.true(reads < 10, `${reads} reads`);
});
