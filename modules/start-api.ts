import { setTimeout as pause } from 'node:timers/promises';
import { hasCachedResponses, respondToUnreadablePanel } from '#modules/display';
import type { Config } from '#shared/config.ts';
import { createPanelTunnel } from '#shared/http/panel-tunnel/create-tunnel.ts';
import { listenHttp } from '#shared/http/server.ts';
import { connectionLimits } from '#shared/http/server-limits.ts';
import type { Log } from '#shared/log.ts';
import { StartError } from '#shared/process.ts';
import { createApi } from './api.ts';
import { type App, compose, wire } from './compose.ts';
import { openWithoutDatabase } from './platform.ts';

const RETRY_MS = 2_000;

export interface Serving {
  close(): Promise<void>;
}

/**
 * Serves every HTTP surface. If the database is unreachable and this machine has served polling panels before, it starts
 * as in an outage: those panels get their last responses and all else fails until the database is available.
 * @throws as `compose`
 */
export async function startApi(config: Config, log: Log): Promise<Serving> {
  const app = await compose(config, log, { processName: 'api' }).catch(async (error) => {
    if (!isTransient(error) || !(await hasCachedResponses(config))) throw error;
    log.warn({ err: error }, 'polling panels get their last responses until the database is available');
    return null;
  });
  return app ? serve(app) : serveOutage(config, log);
}

async function serve(app: App): Promise<Serving> {
  const { config } = app;
  // An external broker has its own WebSocket listener.
  const tunnel = config.MQTT_BROKER_URL ? undefined : createPanelTunnel(app);
  const server = await listenHttp(createApi(app), config.HTTP_HOST, config.HTTP_PORT, tunnel, {
    ...connectionLimits(config),
    respondToUnreadable: respondToUnreadablePanel(config),
  });
  return {
    async close() {
      await app.library.close();
      await server.close();
      await app.close();
    },
  };
}

async function serveOutage(config: Config, log: Log): Promise<Serving> {
  const stopping = new AbortController();
  let serving = await serve(await wire(openWithoutDatabase(config, log)));

  /** Rejects, which ends the process, if an operator must change something first. */
  async function recover(): Promise<void> {
    const app = await composeLater(config, log, stopping.signal);
    if (!app) return;
    await serving.close();
    serving = await serve(app);
    log.info('the database is available');
  }
  const recovered = recover();
  return {
    async close() {
      stopping.abort();
      await recovered;
      await serving.close();
    },
  };
}

/** Composes the application as soon as the database is reachable. Null if `stopping` is aborted before. */
async function composeLater(config: Config, log: Log, stopping: AbortSignal): Promise<App | null> {
  while (!stopping.aborted) {
    await pause(RETRY_MS, undefined, { signal: stopping }).catch(() => {}); // stopping
    try {
      return await compose(config, log, { processName: 'api' });
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
  return null;
}

function isTransient(error: unknown): boolean {
  return error instanceof StartError && error.transient;
}
