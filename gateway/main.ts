import { serveOperations } from '#shared/http/operations-server.ts';
import { runProcess } from '#shared/process.ts';
import { compose } from '../modules/compose.ts';
import { startGateway } from './start.ts';

await runProcess('gateway', async (config, log) => {
  const app = await compose(config, log, { processName: 'gateway', reusePlans: true });
  const gateway = await startGateway({ ...app, panels: app.display.panels });
  const operations = await serveOperations(
    { ...app, checks: { ...app.checks, ...gateway.checks } },
    config.GATEWAY_METRICS_PORT,
  );
  return {
    ready: { mqtt: config.MQTT_PUBLIC_URL, mqttPort: gateway.port },
    async close() {
      await gateway.close();
      await operations.close();
      await app.close();
    },
  };
});
