import { createPanelTunnel } from '#shared/http/panel-tunnel/create-tunnel.ts';
import { listenHttp } from '#shared/http/server.ts';
import { connectionLimits } from '#shared/http/server-limits.ts';
import { runProcess } from '#shared/process.ts';
import { createApi } from './api.ts';
import { compose } from './compose.ts';

await runProcess('api', async (config, log) => {
  const app = await compose(config, log, { processName: 'api' });
  // A broker of others has a WebSocket listener of its own.
  const tunnel = config.MQTT_BROKER_URL ? undefined : createPanelTunnel(app);
  const limits = connectionLimits(config);
  const server = await listenHttp(createApi(app), config.HTTP_HOST, config.HTTP_PORT, tunnel, limits);
  return {
    ready: { http: config.PUBLIC_URL },
    async close() {
      await app.library.close();
      await server.close();
      await app.close();
    },
  };
});
