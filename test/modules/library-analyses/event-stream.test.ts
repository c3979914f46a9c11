import { text } from 'node:stream/consumers';
import test from 'ava';
import { EventStream } from '../../../modules/library/analyses/streams/event-stream.ts';

test('a stream that is woken while it looks for the last time, ends once', async (t) => {
  const stream = new EventStream({
    after: 0,
    async read() {
      stream.wake();
      setImmediate(() => stream.wake());
      return { events: [], end: { state: 'completed', lastSeq: 3 } };
    },
    pingMs: 10_000,
    stallMs: 10_000,
  });
  const sent = await text(stream);
  t.is(sent.match(/event: end/g)?.length, 1);
});
