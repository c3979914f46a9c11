import { createConnections } from '#gateway/connection.ts';
import { createCounters } from '#gateway/counters.ts';
import { startBroker } from '#gateway/embedded/broker.ts';
import { gatewayLimits } from '#gateway/limits.ts';
import type { PanelLink } from '#modules/display';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { createLog } from '#shared/log.ts';
import { createMetrics } from '#shared/metrics.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

/**
 * A process with the embedded broker alone: it accepts every panel and writes the commands from its parent to the
 * panels' connections, which is the work that mosquitto does with a message.
 */
let epoch = 0;
const panels = {
  authenticate: async (thingName: string) => ({ deviceId: thingName, credential: '' }),
  connected: async () => ++epoch,
  disconnected: async () => {},
} as Partial<PanelLink> as PanelLink;

const connections = createConnections();
const broker = await startBroker({
  config: completeConfig(
    parseSettings({
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: process.argv[2],
      DATABASE_URL: 'postgres://nowhere',
      PLACARD_SECRET: TEST_SECRET,
    }),
  ),
  log: createLog('bare-broker', 'warn'),
  panels,
  connections,
  counters: createCounters(createMetrics()),
  limits: gatewayLimits,
  gatewayId: '00000000-0000-7000-8000-000000000000',
  receive: async () => {},
  onSubscribed() {},
  onClosed() {},
});

process.on('message', ({ thing, command }: { thing: string; command: string }) =>
  connections.byDevice(thing)?.send(command),
);
process.once('disconnect', async () => {
  await broker.close();
  process.exit();
});
process.send?.('ready');
