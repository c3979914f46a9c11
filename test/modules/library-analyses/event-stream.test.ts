import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { EventStream } from '../../../modules/library/analyses/streams/event-stream.ts';

test('a stream that is woken after its end, before that was sent, ends once', async (t) => {
  const stream = new EventStream({
    after: 0,
    read: async () => ({ events: [], end: { state: 'completed', lastSeq: 3 } }),
    pingMs: 10_000,
    stallMs: 10_000,
  });
  stream.read(0); // asks for more and takes nothing yet, as a response does whose headers are not sent
  await setImmediate();
  stream.wake();
  await setImmediate();
  t.is((await text(stream)).match(/event: end/g)?.length, 1);
});
