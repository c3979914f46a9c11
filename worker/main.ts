import { serveOperations } from '#shared/http/operations-server.ts';
import { runProcess } from '#shared/process.ts';
import { compose } from '../modules/compose.ts';

await runProcess('worker', async (config, log) => {
  const app = await compose(config, log, { processName: 'worker', worker: true });
  await app.jobs.work(app.jobHandlers);
  const deliveries = await app.webhooks.runDeliveries();
  const bridge = await app.homeAssistant.run();
  const operations = await serveOperations(app, config.WORKER_METRICS_PORT);
  return {
    ready: {},
    async close() {
      await operations.close();
      await deliveries.close();
      await bridge?.close();
      await app.close();
    },
  };
});
