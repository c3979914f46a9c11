import { finished } from 'node:stream/promises';
import test from 'ava';
import { EventStream } from '../../../modules/library/analyses/streams/event-stream.ts';

test('a stream that is woken while it ends, ends once', async (t) => {
  const stream = new EventStream({
    after: 0,
    read: async () => ({ events: [], end: { state: 'completed', lastSeq: 3 } }),
    pingMs: 10_000,
    stallMs: 10_000,
  });
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
    stream.wake();
  });
  await finished(stream);
  t.is(text.match(/event: end/g)?.length, 1);
});
