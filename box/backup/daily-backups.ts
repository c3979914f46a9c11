import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { listSnapshots, snapshotTime } from '#shared/backup-place.ts';
import { type Clock, systemClock } from '#shared/clock.ts';
import type { Settings } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { BackupSchedule } from './backup-schedule.ts';

/** Longest sleep of the timer, because the machine's clock may be set meanwhile. */
const MAX_SLEEP_MS = 900_000;

export interface DailyBackupsOptions {
  settings: Pick<Settings, 'BACKUP_DIR' | 'BACKUP_AT'>;
  environment: Record<string, string | undefined>;
  log: Log;
  clock?: Clock;
}

/** Takes a backup each day, each in a process of its own, when `BACKUP_DIR` is set. Returns a function that stops it. */
export function startDailyBackups({
  settings: { BACKUP_DIR, BACKUP_AT },
  environment,
  log,
  clock = systemClock,
}: DailyBackupsOptions): () => void {
  if (!BACKUP_DIR) return () => {};
  const folder = BACKUP_DIR;
  const schedule = new BackupSchedule(BACKUP_AT, clock.now());
  let timer: NodeJS.Timeout;
  let child: ReturnType<typeof run> | undefined;

  async function startIfDue(): Promise<void> {
    const last = (await listSnapshots(folder)).at(-1);
    if (schedule.shouldStart(clock.now(), last === undefined ? undefined : snapshotTime(last))) {
      schedule.started(clock.now());
      child = run(environment, log, (succeeded) => schedule.ended(clock.now(), succeeded));
    }
    sleep();
  }
  function sleep(): void {
    const untilDueMs = schedule.due.getTime() - clock.now().getTime();
    timer = setTimeout(startIfDue, Math.min(MAX_SLEEP_MS, Math.max(1_000, untilDueMs)));
  }
  sleep();
  return () => {
    clearTimeout(timer);
    child?.kill();
  };
}

function run(environment: DailyBackupsOptions['environment'], log: Log, onEnd: (succeeded: boolean) => void) {
  const { TO: _, ...settings } = environment;
  // The same flag as in the Makefile, which explains it.
  const command = ['--max-semi-space-size=1', join(import.meta.dirname, 'backup-command.ts')];
  const child = spawn(process.execPath, command, {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-2_000);
    });
  child.once('error', (err) => log.error({ err }, 'the daily backup could not be started'));
  // Also follows an 'error'.
  child.once('close', (code) => {
    if (code === 0) log.info({ output: output.trim() }, 'backup taken');
    else log.error({ output: output.trim() }, 'the daily backup failed');
    onEnd(code === 0);
  });
  return child;
}
