import { setTimeout as pause } from 'node:timers/promises';
import { answerUnreadablePanel, hasLastAnswers } from '#modules/display';
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
 * Serves every HTTP surface. When the database cannot be reached, and this machine has served polling panels before,
 * it begins as in an outage: those panels are told their last answers, anything else fails, until the database is there.
 * @throws as `compose`
 */
export async function startApi(config: Config, log: Log): Promise<Serving> {
  const app = await compose(config, log, { processName: 'api' }).catch(async (error) => {
    if (!isTransient(error) || !(await hasLastAnswers(config))) throw error;
    log.warn({ err: error }, 'polling panels are told their last answers until the database is there');
    return null;
  });
  return app ? serve(app) : serveOutage(config, log);
}

async function serve(app: App): Promise<Serving> {
  const { config } = app;
  // A broker of others has a WebSocket listener of its own.
  const tunnel = config.MQTT_BROKER_URL ? undefined : createPanelTunnel(app);
  const server = await listenHttp(createApi(app), config.HTTP_HOST, config.HTTP_PORT, tunnel, {
    ...connectionLimits(config),
    answerUnreadable: answerUnreadablePanel(config),
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

  /** Rejects, which ends the process, when a person has to change something first. */
  async function recover(): Promise<void> {
    const app = await composeLater(config, log, stopping.signal);
    if (!app) return;
    await serving.close();
    serving = await serve(app);
    log.info('the database is there');
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

/** The application, as soon as the database can be reached. Null when `stopping` fires before. */
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
