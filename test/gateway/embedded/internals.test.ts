import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { Aedes } from 'aedes';
import test from 'ava';
import { writeToStream } from 'mqtt-packet';
import '../../../gateway/embedded/broker.ts';

test('aedes and mqtt-packet have the private members that the gateway uses', async (t) => {
  const broker = await Aedes.createBroker();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const panel = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [socket] = await accepted;
  t.teardown(async () => {
    panel.destroy();
    server.close();
    await new Promise<void>((resolve) => broker.close(resolve));
  });
  const client = broker.handle(socket) as any;
  t.is(client.conn, socket);
  t.is(client.closed, false);
  t.is(client._disconnected, false);
  t.is(typeof client.subscriptions, 'object');
  t.is(typeof client.resume, 'function');
  t.is(typeof client._parsingBatch, 'number');
  t.is(typeof client._nextBatch, 'function');
  client.pause();
  t.is(client._paused, true);
  const parser = client._parser;
  t.is(parser.client, client);
  // On the prototype, so that a function of the same name on the instance goes before it.
  for (const name of ['parse', '_parseLength']) t.is(typeof Object.getPrototypeOf(parser)[name], 'function');
  t.is(typeof parser.packet.length, 'number');
});

test('aedes writes packets with the mqtt-packet whose cache of numbers, 9 MB, is off', (t) => {
  t.is(writeToStream.cacheNumbers, false);
  const resolved = ['aedes', 'mqtt'].map((name) =>
    createRequire(import.meta.resolve(name)).resolve('mqtt-packet'),
  );
  t.deepEqual(new Set(resolved), new Set([createRequire(import.meta.url).resolve('mqtt-packet')]));
});
