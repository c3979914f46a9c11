import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#shared/config.ts';

export interface GatewayProcess {
  port: number;
  /** Memory that it has now, in MiB, as the system counts it. */
  memory(): Promise<number>;
  /** `kill -9`, and waits for the end. */
  kill(): Promise<void>;
}

const ENTRY = join(import.meta.dirname, '../../gateway/main.ts');

/** A gateway in a process of its own, on the database and the store of a stand. */
export async function startGatewayProcess(
  config: Config,
  settings: Record<string, string> = {},
): Promise<GatewayProcess> {
  const { DATABASE_URL, PLACARD_SECRET, PUBLIC_URL, STORAGE_URL, DATA_DIR } = config;
  const child = fork(ENTRY, {
    env: {
      ...{ DATABASE_URL, PLACARD_SECRET, PUBLIC_URL, STORAGE_URL, DATA_DIR },
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: '0',
      LOG_LEVEL: 'fatal',
      DISPLAY_MIN_DWELL_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  if (message.type !== 'ready') throw new Error(`the gateway did not start: ${message.message}`);
  return { port: message.mqttPort, memory: () => memoryOf(child), kill: () => kill(child) };
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
