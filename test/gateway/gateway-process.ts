import { type ChildProcess, execFile, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#shared/config.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { freePort } from '#test/support/free-port.ts';
import { end, whenReady } from '#test/support/processes.ts';

export interface ServingProcess {
  /** Memory that it has now, in MiB, as the system counts it. */
  memory(): Promise<number>;
  /** `kill -9`, and waits for the end. */
  kill(): Promise<void>;
}

export interface GatewayProcess extends ServingProcess {
  port: number;
  tlsPort: number;
}

export interface ApiProcess extends ServingProcess {
  port: number;
}

/** A gateway in a process of its own, on the database and the store of a stand. */
export async function startGatewayProcess(
  config: Config,
  settings: Record<string, string> = {},
): Promise<GatewayProcess> {
  const tlsPort = await freePort();
  const { mqttPort, ...started } = await start('gateway/main.ts', config, {
    MQTT_PORT: '0',
    MQTT_TLS_PORT: String(tlsPort),
    ...settings,
  });
  return { ...started, port: mqttPort, tlsPort };
}

/** The api process on the same; MQTT over WebSocket goes to a gateway at this port. */
export async function startApiProcess(config: Config, gatewayPort: number): Promise<ApiProcess> {
  const port = await freePort();
  const started = await start('modules/main.ts', config, {
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(port),
    MQTT_GATEWAY_URL: `mqtt://127.0.0.1:${gatewayPort}`,
    MQTT_MAX_CONNECTIONS_PER_ADDRESS: '10000',
  });
  return { ...started, port };
}

async function start(
  entry: string,
  config: Config,
  settings: Record<string, string>,
): Promise<ServingProcess & { mqttPort: number }> {
  const { DATABASE_URL, PLACARD_SECRET, PUBLIC_URL, STORAGE_URL, DATA_DIR } = config;
  const child = fork(join(import.meta.dirname, '../..', entry), {
    env: {
      ...COMPILE_CACHE,
      ...{ DATABASE_URL, PLACARD_SECRET, PUBLIC_URL, STORAGE_URL, DATA_DIR },
      MQTT_HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      DISPLAY_MIN_DWELL_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { mqttPort } = await whenReady(child, entry);
  return { mqttPort, memory: () => memoryOf(child), kill: () => end(child) };
}

/** Linux tells it in a file. Starting a program takes long in a process with thousands of sockets, and it is asked ten times a second. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
