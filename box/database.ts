import { monotonicMs } from '#shared/clock.ts';
import type { Settings } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { BackOff } from './back-off.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/**
 * The database of DATABASE_URL, or else the embedded one, which is restarted whenever it ends.
 * @throws {StartError} with a message for the user
 */
export async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} };
  const options = { dataDir: settings.DATA_DIR };
  let begin = monotonicMs();
  let postgres = await startPostgres(options);
  if (postgres.adopted)
    log.info({ pid: postgres.pid }, 'took over the Postgres of an earlier run that was killed');
  let stopped = false;
  let restarting: Promise<void> | undefined;
  const backOff = new BackOff();

  function watch(server: EmbeddedPostgres): void {
    void server.lost.then(() => {
      if (!stopped) restarting = restart();
    });
  }
  async function restart(): Promise<void> {
    const pauseMs = backOff.nextPauseMs(monotonicMs() - begin);
    log.error({ pauseMs }, 'Postgres ended, restarting');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (stopped) return;
    begin = monotonicMs();
    try {
      postgres = await startPostgres(options);
    } catch (error) {
      begin = monotonicMs();
      log.error({ err: error }, 'Postgres does not start');
      return restart();
    }
    watch(postgres);
  }
  watch(postgres);
  return {
    url: postgres.url,
    async stop() {
      stopped = true;
      await restarting;
      await postgres.stop();
    },
  };
}
