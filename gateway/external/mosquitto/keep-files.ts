import { readFile } from 'node:fs/promises';
import type { BrokerLink } from '#modules/display';
import type { Config } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { SerialQueue } from '#shared/serial-queue.ts';
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
  /** Updates the files soon. */
  refresh(): void;
  /** Call it after each connection: the broker may have started with older files. */
  reconnected(): void;
  close(): Promise<void>;
}

/** Changes within this time become one update: Mosquitto checks every connection again at each reload. */
const DEBOUNCE_MS = 200;
/** The files are updated at least this often, in case a notification was lost or a write failed. */
const REFRESH_INTERVAL_MS = 30_000;
/** Mosquitto ignores a signal that arrives during a reload, so a second signal follows the first. */
const SECOND_RELOAD_MS = 1_000;

/** Keeps Mosquitto's password and ACL files up to date and makes Mosquitto reload them. */
export function keepFiles({ folder, config, broker, connected, log }: KeepFilesDeps): BrokerFiles {
  let timer: NodeJS.Timeout | undefined;
  let secondReload: NodeJS.Timeout | undefined;
  const updates = new SerialQueue();
  let closed = false;
  /** Mosquitto may have loaded older files: an earlier gateway may have died between writing and signalling. */
  let outdated = true;

  async function update(): Promise<void> {
    timer = undefined;
    try {
      if (await writeAccountFiles(folder, config, await broker.accounts())) outdated = true;
      if (!outdated || !connected()) return;
      await signalReload();
      outdated = false;
      clearTimeout(secondReload);
      if (!closed) secondReload = setTimeout(() => void signalReload().catch(warn), SECOND_RELOAD_MS);
    } catch (error) {
      warn(error);
    }
  }

  function warn(error: unknown): void {
    log.warn({ err: error, folder }, "the broker's files could not be updated");
  }

  /** Only while connected: the signal ends a Mosquitto that is still starting. */
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
      void updates.add(update);
    }, DEBOUNCE_MS);
  }

  const refreshTimer = setInterval(refresh, REFRESH_INTERVAL_MS);
  refresh();
  return {
    refresh,
    reconnected() {
      outdated = true;
      refresh();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(secondReload);
      clearInterval(refreshTimer);
      await updates.last;
    },
  };
}
