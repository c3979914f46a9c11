import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Clock, systemClock } from '#shared/clock.ts';
import type { Settings } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { openRepository, snapshotTime } from './repository.ts';

const HOUR_MS = 3_600_000;
/** Longest sleep of the timer: the clock of a machine may be set meanwhile. */
const LOOK_MS = HOUR_MS / 4;
/** A backup that was missed, because the machine was off, is made up for once the last one is older than that. */
const OVERDUE_MS = 25 * HOUR_MS;

/** The next time that the machine's local clock shows `at` (`03:30`), after `now`. */
export function nextBackup(now: Date, at: string): Date {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hour, minute, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next;
}

export interface DailyBackupsOptions {
  settings: Pick<Settings, 'BACKUP_DIR' | 'BACKUP_AT'>;
  environment: Record<string, string | undefined>;
  log: Log;
  clock?: Clock;
}

/** Takes a backup each day, each in a process of its own, while `BACKUP_DIR` is set. Returns how to stop. */
export function startDailyBackups({
  settings: { BACKUP_DIR, BACKUP_AT },
  environment,
  log,
  clock = systemClock,
}: DailyBackupsOptions): () => void {
  if (!BACKUP_DIR) return () => {};
  const repository = openRepository(BACKUP_DIR);
  let due = nextBackup(clock.now(), BACKUP_AT);
  let timer: NodeJS.Timeout;
  let child: ReturnType<typeof run> | undefined;

  async function look(): Promise<void> {
    const now = clock.now();
    const last = (await repository.snapshots()).at(-1);
    const overdue = last !== undefined && now.getTime() - snapshotTime(last).getTime() > OVERDUE_MS;
    if (now >= due || overdue) {
      due = nextBackup(now, BACKUP_AT);
      child = run(environment, log);
    }
    timer = setTimeout(look, Math.min(LOOK_MS, Math.max(1_000, due.getTime() - clock.now().getTime())));
  }
  timer = setTimeout(look, Math.min(LOOK_MS, due.getTime() - clock.now().getTime()));
  return () => {
    clearTimeout(timer);
    child?.kill();
  };
}

function run(environment: DailyBackupsOptions['environment'], log: Log) {
  const { TO: _, ...settings } = environment;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-command.ts')], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-2_000);
    });
  child.once('error', (err) => log.error({ err }, 'the daily backup could not be started'));
  child.once('close', (code) => {
    if (code === 0) log.info({ output: output.trim() }, 'backup taken');
    else log.error({ output: output.trim() }, 'the daily backup failed');
  });
  return child;
}
