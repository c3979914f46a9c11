import { readFile } from 'node:fs/promises';
import type { BrokerLink } from '#modules/display';
import type { Config } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { writeAccountFiles } from './write-files.ts';

export interface KeepFilesDeps {
  folder: string;
  config: Config;
  broker: BrokerLink;
  log: Log;
}

export interface KeptFiles {
  /** Brings the files up to date soon. */
  refresh(): void;
  close(): Promise<void>;
}

/** Changes that come this soon after one another become one. Mosquitto checks every connection at each reload. */
const GATHER_MS = 200;
/** In case a notification was lost, or a file could not be written. */
const AGAIN_MS = 30_000;

/** Keeps Mosquitto's password and ACL files up to date and has it read them again. */
export function keepFiles({ folder, config, broker, log }: KeepFilesDeps): KeptFiles {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  let closed = false;
  /** Mosquitto may know an older version. Whoever was here before us may have died before telling it. */
  let unread = true;

  async function update(): Promise<void> {
    timer = undefined;
    try {
      if (await writeAccountFiles(folder, config, await broker.accounts())) unread = true;
      if (unread) await reload();
      unread = false;
    } catch (error) {
      log.warn({ err: error, folder }, "the broker's files could not be brought up to date");
    }
  }

  async function reload(): Promise<void> {
    const { MQTT_BROKER_PID_FILE: pidFile } = config;
    if (!pidFile) return;
    try {
      const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
      if (!(pid > 1)) throw new Error(`${pidFile} holds no process id`);
      process.kill(pid, 'SIGHUP');
    } catch (error) {
      // It does not run, and reads the files when it starts.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }

  function refresh(): void {
    if (closed) return;
    timer ??= setTimeout(() => {
      work = work.then(update);
    }, GATHER_MS);
  }

  const again = setInterval(refresh, AGAIN_MS);
  refresh();
  return {
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(again);
      await work;
    },
  };
}
