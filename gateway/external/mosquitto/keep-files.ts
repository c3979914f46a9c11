import { readFile } from 'node:fs/promises';
import type { BrokerLink } from '#modules/display';
import type { Config } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { writeAccountFiles } from './write-files.ts';

export interface KeepFilesDeps {
  folder: string;
  config: Config;
  broker: Pick<BrokerLink, 'accounts'>;
  /** Whether there is a connection to the broker. */
  connected(): boolean;
  log: Log;
}

export interface BrokerFiles {
  /** Brings the files up to date soon. */
  refresh(): void;
  /** There is a new connection: the broker may have started with older files. */
  reconnected(): void;
  close(): Promise<void>;
}

/** Changes that come this soon after one another become one. Mosquitto checks every connection at each reload. */
const DEBOUNCE_MS = 200;
/** In case a notification was lost, or a file could not be written. */
const REFRESH_INTERVAL_MS = 30_000;
/** Mosquitto forgets a signal that comes while it is still reading because of an earlier one: it is told twice. */
const SECOND_RELOAD_MS = 1_000;

/** Keeps Mosquitto's password and ACL files up to date and has it read them again. */
export function keepFiles({ folder, config, broker, connected, log }: KeepFilesDeps): BrokerFiles {
  let timer: NodeJS.Timeout | undefined;
  let secondReload: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  let closed = false;
  /** Mosquitto may know an older version. Whoever was here before us may have died before telling it. */
  let unread = true;

  async function update(): Promise<void> {
    timer = undefined;
    try {
      if (await writeAccountFiles(folder, config, await broker.accounts())) unread = true;
      if (!unread || !connected()) return;
      await signalReload();
      unread = false;
      clearTimeout(secondReload);
      if (!closed) secondReload = setTimeout(() => void signalReload().catch(warn), SECOND_RELOAD_MS);
    } catch (error) {
      warn(error);
    }
  }

  function warn(error: unknown): void {
    log.warn({ err: error, folder }, "the broker's files could not be brought up to date");
  }

  /** Not before it has answered us: a Mosquitto that is still starting would be ended by the signal. */
  async function signalReload(): Promise<void> {
    const { MQTT_BROKER_PID_FILE: pidFile } = config;
    if (!pidFile) return;
    const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
    if (!(pid > 1)) throw new Error(`${pidFile} holds no process id`);
    if (connected()) process.kill(pid, 'SIGHUP');
  }

  function refresh(): void {
    if (closed) return;
    timer ??= setTimeout(() => {
      work = work.then(update);
    }, DEBOUNCE_MS);
  }

  const again = setInterval(refresh, REFRESH_INTERVAL_MS);
  refresh();
  return {
    refresh,
    reconnected() {
      unread = true;
      refresh();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(secondReload);
      clearInterval(again);
      await work;
    },
  };
}
