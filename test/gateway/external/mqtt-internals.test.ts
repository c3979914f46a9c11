import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import test from 'ava';
import { connectClient } from '#gateway/external/broker-client.ts';

test('mqtt.js leaves an acknowledgement to the gateway, which sends it once the message was handled', async (t) => {
  const broker = await Aedes.createBroker();
  const server = createServer((socket) => void broker.handle(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const handled = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const acknowledged: number[] = [];
  const both = Promise.withResolvers<void>();
  broker.on('ack', (packet) => {
    acknowledged.push((packet as { messageId?: number } | null)?.messageId ?? 0);
    if (acknowledged.length === 2) both.resolve();
  });
  let messages = 0;
  const client = await connectClient({
    address: { url: `mqtt://127.0.0.1:${(server.address() as { port: number }).port}` } as never,
    clientId: 'gateway',
    version: 4,
    clean: true,
    async onMessage() {
      messages += 1;
      if (messages === 2) arrived.resolve();
      if (messages === 1) await handled.promise;
    },
  });
  t.teardown(async () => {
    await client.end();
    server.close();
    await new Promise<void>((resolve) => broker.close(resolve));
  });
  await client.subscribe('topic', 1);
  const publish = (payload: string) =>
    new Promise<void>((resolve, reject) => {
      const packet = { cmd: 'publish', topic: 'topic', payload, qos: 1, retain: false, dup: false } as const;
      broker.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
  await publish('first');
  await publish('second');
  // mqtt.js delivers the second message although the first is not acknowledged.
  await arrived.promise;
  t.deepEqual(acknowledged, []);
  handled.resolve();
  await both.promise;
  t.is(acknowledged.length, 2);
});
