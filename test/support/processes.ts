import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDb } from '#shared/db/open.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './postgres.ts';
import { switchOffPanels } from './running-panels.ts';
import { TEST_SECRET } from './secret.ts';
import { within } from './until.ts';

export type ProcessName = 'api' | 'gateway' | 'worker';

const ENTRIES: Record<ProcessName, string> = {
  api: 'modules/main.ts',
  gateway: 'gateway/main.ts',
  worker: 'worker/main.ts',
};

/** The three processes as in production, with their own database, object store and ports. */
export interface Processes {
  url: string;
  db: Db;
  /** Starts a process, or another one of the same kind. Resolves when it is ready. */
  start(name: ProcessName): Promise<void>;
  /** Sends `kill -9` to every process of a kind, and waits for the end. */
  kill(name: ProcessName): Promise<void>;
  /** Sends `kill -9` and starts a new process, like a supervisor. */
  crash(name: ProcessName): Promise<void>;
  close(): Promise<void>;
}

export async function startProcesses(settings: Record<string, string> = {}): Promise<Processes> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'placard-processes-'));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${httpPort}`;
  const env = {
    ...COMPILE_CACHE,
    HTTP_HOST: '127.0.0.1',
    MQTT_HOST: '127.0.0.1',
    HTTP_PORT: String(httpPort),
    MQTT_PORT: String(mqttPort),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PLACARD_SECRET: TEST_SECRET,
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    DISPLAY_MIN_DWELL_SECONDS: '0',
    WORKER_THREADS: '1',
    ...settings,
  };
  const db = openDb(database.url, 'placard-crash-test', 2);
  const running: Record<ProcessName, ChildProcess[]> = { api: [], gateway: [], worker: [] };

  const processes: Processes = {
    url,
    db,
    async start(name) {
      const child = fork(join(import.meta.dirname, '../..', ENTRIES[name]), {
        env,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      running[name].push(child);
      await whenReady(child, name);
    },
    async kill(name) {
      await Promise.all(running[name].splice(0).map(end));
    },
    async crash(name) {
      await processes.kill(name);
      await processes.start(name);
    },
    async close() {
      switchOffPanels(url);
      await Promise.all(Object.values(running).flat().map(end));
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await Promise.all((['api', 'gateway', 'worker'] as const).map((name) => processes.start(name)));
  return processes;
}

/** The message of a process that is ready. @throws when it reports that it cannot start, ends, or sends no message */
export async function whenReady(child: ChildProcess, name: string): Promise<any> {
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${name} ended with ${code ?? signal} before it was ready`);
  });
  const ready = Promise.race([once(child, 'message'), ended]);
  const [message] = await within(`${name} to be ready`, ready);
  if (message.type !== 'ready') throw new Error(`${name} did not start: ${message.message}`);
  return message;
}

/** Sends `kill -9`, and waits for the end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await within('a process to end', gone);
}
