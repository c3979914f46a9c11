import { PassThrough, pipeline, type Readable } from 'node:stream';
import test from 'ava';
// Behind index.ts: streams that end in ways that no client can bring about.
import { createEventHub, type OpenStream } from '../../../modules/library/streams/event-hub.ts';

const WANTED = {
  principal: { kind: 'user', credentialId: 'a' },
  authorization: undefined,
  topic: { channel: 'user_changed', id: 'ada' },
  source: { next: async () => ({ frames: '' }) },
} as unknown as OpenStream;

const closeOf = (stream: Readable) => new Promise((resolve) => stream.once('close', resolve));

test('a reader that leaves causes no warning, a stream that fails does', async (t) => {
  const warnings: string[] = [];
  const context = {
    log: { warn: (_about: unknown, message: string) => warnings.push(message) },
    analysis: { reauthenticate: async () => {} },
  };
  const notices = { subscribe() {}, listening: async () => {} };
  const hub = createEventHub(context as never, notices as never);
  t.teardown(() => hub.close());

  const left = await hub.open(WANTED);
  const response = new PassThrough();
  pipeline(left, response, () => {});
  const closed = closeOf(left);
  response.destroy();
  await closed;
  t.deepEqual(warnings, []);

  const failed = await hub.open(WANTED);
  failed.destroy(new Error('The database is gone.'));
  await closeOf(failed);
  t.deepEqual(warnings, ['an event stream failed']);
});
