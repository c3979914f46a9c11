import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { respondToUnreadablePanel } from '#modules/display';
import { type Config, completeConfig, parseSettings } from '#shared/config.ts';
import { createPanelTunnel } from '#shared/http/panel-tunnel/create-tunnel.ts';
import { listenHttp } from '#shared/http/server.ts';
import { connectionLimits } from '#shared/http/server-limits.ts';
import { createLog } from '#shared/log.ts';
import { apiSurfaces, createApi } from '../../modules/api.ts';
import { type App, compose } from '../../modules/compose.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './postgres.ts';
import { switchOffPanels } from './running-panels.ts';
import { TEST_SECRET } from './secret.ts';

export interface TestApp {
  url: string;
  mqttUrl: string;
  app: App;
  config: Config;
  /** Every route under its full path, for checking responses. */
  surfaces: ReturnType<typeof apiSurfaces>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings that override the test defaults, in the form of environment variables. */
  settings?: Record<string, string>;
  /** Work on jobs in this process. */
  worker?: boolean;
  /** Serve panels over MQTT in this process. */
  gateway?: boolean;
}

/** The whole application in this process, on ports and a database of its own. */
export async function startTestApp({
  settings = {},
  worker = false,
  gateway = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'placard-test-'));
  // Chosen before the start, because signed addresses and enrolments contain them.
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const config = completeConfig(
    parseSettings({
      HTTP_HOST: '127.0.0.1',
      MQTT_HOST: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      MQTT_PORT: String(mqttPort),
      PUBLIC_URL: `http://127.0.0.1:${httpPort}`,
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      PLACARD_SECRET: TEST_SECRET,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      DISPLAY_MIN_DWELL_SECONDS: '0',
      WORKER_THREADS: '1',
      ...settings,
    }),
  );
  const log = createLog('test', config.LOG_LEVEL);
  const app = await compose(config, log, { processName: 'test', worker });
  const tunnel = createPanelTunnel(app);
  const server = await listenHttp(createApi(app), config.HTTP_HOST, config.HTTP_PORT, tunnel, {
    ...connectionLimits(config),
    respondToUnreadable: respondToUnreadablePanel(config),
  });
  // Loaded when needed: most tests have no panels on MQTT, and the broker takes a sixth of the time of all other code.
  const panels = gateway
    ? await (await import('#gateway/start.ts')).startGateway({ ...app, panels: app.display.panels })
    : null;
  if (worker) await app.jobs.work(app.jobHandlers);
  const deliveries = worker ? await app.webhooks.runDeliveries() : null;
  return {
    url: config.PUBLIC_URL,
    mqttUrl: config.MQTT_PUBLIC_URL,
    app,
    config,
    surfaces: apiSurfaces(app),
    async close() {
      // Panels may use either address: PUBLIC_URL may be that of a proxy.
      for (const address of [config.PUBLIC_URL, `http://127.0.0.1:${httpPort}`]) switchOffPanels(address);
      await panels?.close();
      await deliveries?.close();
      await app.library.close();
      await server.close(0);
      await app.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
