import { completeConfig, parseSettings, readEnvironment, unknownSettings } from '#shared/config.ts';
import { openLog } from '#shared/log.ts';
import { startDailyBackups } from './backup/daily-backups.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { openDatabase } from './database.ts';
import { startDailyDoctor } from './doctor/daily-doctor.ts';
import { migrateInChildProcess } from './migrate-in-child-process.ts';
import { ensureSecret } from './secret.ts';
import { watchStopSignals } from './stop-signals.ts';
import { type ChildPlan, Supervisor } from './supervisor.ts';

/**
 * Runs everything on one machine until a stop signal: data folder, secret, Postgres, migrations, then the serving
 * processes. Stops them in reverse order. Rejects when it cannot start, or when one of its processes cannot run.
 */
export async function runBox(plans: ChildPlan[], announce: (line: string) => void): Promise<void> {
  const signals = watchStopSignals();
  const given = readEnvironment();
  const settings = parseSettings(given);
  const log = openLog('box', settings);
  for (const setting of unknownSettings(given)) log.warn({ setting }, 'unknown setting');
  refuseUnfinishedRestore(settings.DATA_DIR);
  const secret = settings.PLACARD_SECRET ?? ensureSecret(settings.DATA_DIR);
  const database = await openDatabase(settings, log);
  try {
    const config = completeConfig({ ...settings, DATABASE_URL: database.url, PLACARD_SECRET: secret });
    const environment = {
      // Decoding allocates on many threads. With one arena per thread, glibc keeps a tenth more memory than it needs.
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '65536',
      MALLOC_MMAP_THRESHOLD_: '65536',
      ...given,
      DATA_DIR: settings.DATA_DIR,
      DATABASE_URL: config.DATABASE_URL,
      PLACARD_SECRET: config.PLACARD_SECRET,
    };
    if (!signals.requested) for (const line of await migrateInChildProcess(environment)) log.info(line);
    if (signals.requested) return;
    const supervisor = new Supervisor(plans, { environment, log });
    const stopBackups = startDailyBackups({ settings, environment, log });
    const stopDoctor = startDailyDoctor({ environment: given, log });
    try {
      const addresses = await Promise.race([supervisor.ready, signals.stop]);
      if (addresses) for (const line of [readyLine(addresses), ...nextSteps(addresses)]) announce(line);
      await Promise.race([signals.stop, supervisor.failed]);
    } finally {
      stopBackups();
      stopDoctor();
      await supervisor.stop(signals.force);
    }
  } finally {
    await database.stop();
  }
}

function readyLine(addresses: Record<string, string>): string {
  const { http, mqtt } = addresses;
  return `placard ready http=${http} mqtt=${mqtt}`;
}

/** Printed after the line that programs wait for. */
function nextSteps({ http }: Record<string, string>): string[] {
  return [
    '',
    `  ${`${http}/`.padEnd(33)}  open it in a browser: accounts, panels, everything you push`,
    '  make claim                         in another terminal: your account, a panel, and lines of curl to push',
    '  make demo                          in another terminal: a simulated panel with a photograph',
    '  make user-token EMAIL=…            a new token for `curl -u :TOKEN`',
    `  ${`${http}/docs`.padEnd(33)}  every endpoint`,
    '',
  ];
}
