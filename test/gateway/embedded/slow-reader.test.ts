import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AedesPublishPacket, Client } from 'aedes';
import test from 'ava';
import type { Connection } from '#gateway/connection.ts';
import { createCounters } from '#gateway/counters.ts';
import { createHooks } from '#gateway/embedded/authorize.ts';
import { gatewayLimits } from '#gateway/limits.ts';
import { commandTopic } from '#gateway/topics.ts';
import { createLog } from '#shared/log.ts';
import { createMetrics } from '#shared/metrics.ts';
import { SerialQueue } from '#shared/serial-queue.ts';

const thingName = 'placard-000000000000';

/** The hook that sees each command on its way out, and a panel's connection at its other end. */
function forwarding(socket: Socket) {
  const client = { conn: socket } as unknown as Client;
  const connection: Connection = {
    thingName,
    deviceId: 'device',
    epoch: 1,
    commandQos: 1,
    queue: new SerialQueue(),
    closed: false,
    send: () => {},
    close: () => {},
  };
  const hooks = createHooks({
    connectionOf: () => connection,
    counters: createCounters(createMetrics()),
    limits: gatewayLimits,
    log: createLog('test', 'silent'),
    gatewayId: 'gateway',
    panels: {} as never,
    receive: async () => {},
    onConnection: () => {},
  });
  return (topic: string) => hooks.authorizeForward(client, { topic } as AedesPublishPacket);
}

test('a panel that does not read is dropped at its next command instead of holding up the others', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const panel = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [socket] = await accepted;
  const forward = forwarding(socket);
  t.truthy(forward(commandTopic(thingName)));
  t.falsy(forward('placard/dev/placard-111111111111/down/cmd'));

  panel.pause();
  while (!socket.writableNeedDrain) socket.write(Buffer.alloc(1 << 20));
  t.falsy(forward(commandTopic(thingName)));
  t.true(socket.destroyed);
  panel.destroy();
  server.close();
});
