import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDb } from '#shared/db/open.ts';
import { migrate } from '#shared/migrate.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { fillContents } from './backup/fill.ts';
import { installedPostgres, startForeignPostgres } from './backup/foreign-postgres.ts';
import { startHousehold } from './backup/household.ts';
import { type ProgramRun, runAll, runBackupCommand, runPeer } from './backup/run-program.ts';
import { type Figure, table } from './figure.ts';
import { median } from './imaging-row.ts';
import { installPackages } from './install-packages.ts';
import { percentile } from './single-row.ts';

const CONTENTS = 10_000;
const OBJECT_BYTES = 200_000;
/** Pairs of a backup and the same work by other programs: first and second backups. */
const FIRST_PAIRS = 3;
const PAIRS = 5;
/** First backups while people push, each before an equally long time without one. */
const BUSY_BACKUPS = 3;
const WARM_UP_MS = 5_000;
const MEMORY_GOAL_MB = 150;

/**
 * Backup, verification and restore of an installation on the machine's own Postgres and on files, beside `pg_dump`
 * with `tar` and with `rsync`. Each is timed until its bytes are on the disk. Returns no figures without rsync or
 * such a Postgres: the embedded one has no `pg_dump`, and a `pg_dump` reads no newer server than itself.
 */
export async function benchBackup(count = CONTENTS, bytes = OBJECT_BYTES): Promise<Figure[]> {
  const installed = installedPostgres();
  if (!installed || !ensureRsync()) return [];
  const folder = await mkdtemp(join(tmpdir(), 'placard-backup-bench-'));
  const place = (name: string) => join(folder, name);
  const postgres = await startForeignPostgres(installed, folder);
  try {
    const storage = place('objects');
    await migrate({ DATABASE_URL: postgres.url, PLACARD_SECRET: TEST_SECRET });
    const db = openDb(postgres.url, 'placard-bench', 4);
    await fillContents(db, storage, count, bytes).finally(() => db.destroy());
    const source = {
      ...{ DATABASE_URL: postgres.url, STORAGE_URL: `file:${storage}` },
      ...{ DATA_DIR: place('source'), PLACARD_SECRET: TEST_SECRET },
    };
    const sync = () => runPeer('sync', '-f', folder);
    const dump = (to: string) => runPeer(join(postgres.bin, 'pg_dump'), '-Fc', '-f', place(to), postgres.url);
    const rsync = () => runPeer('rsync', '-a', `${storage}/`, `${place('rsync')}/`);
    await sync();

    const tar = (to: string) => runPeer('tar', '-cf', place(to), '-C', storage, '.');
    const [tarMs, firstBackups]: [number[], ProgramRun[]] = [[], []];
    // Each backup has its own folder, because the removal of files keeps the disk busy and is not part of a backup.
    for (let pair = 0; pair < FIRST_PAIRS; pair++) {
      tarMs.push(
        (
          await runAll(
            () => dump(`dump-${pair}`),
            () => tar(`tar-${pair}`),
            sync,
          )
        ).ms,
      );
      firstBackups.push(await runBackupCommand('backup', { ...source, TO: place(`repository-${pair}`) }));
    }
    const FROM = place('repository-0');
    await mkdir(place('rsync'));
    await runAll(rsync, sync);
    const [rsyncMs, secondBackups]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < PAIRS; pair++) {
      rsyncMs.push((await runAll(() => dump('dump-again'), rsync, sync)).ms);
      await pause(1_000); // snapshots are named by the second
      secondBackups.push((await runBackupCommand('backup', { ...source, TO: FROM })).ms);
    }
    const verified = await runBackupCommand('verify', { FROM, DATA_DIR: place('verified') });
    const restored = await runBackupCommand('restore', { FROM, DATA_DIR: place('restored') });

    const household = await startHousehold(source);
    await household.during(pause(WARM_UP_MS));
    const [busy, quiet]: [number[], number[]] = [[], []];
    const TO = place('while-busy');
    try {
      for (let pair = 0; pair < BUSY_BACKUPS; pair++) {
        await rm(TO, { recursive: true, force: true });
        await sync(); // the removal of files keeps the disk busy and is not part of a backup
        const backup = runBackupCommand('backup', { ...source, TO });
        busy.push(...(await household.during(backup)));
        quiet.push(...(await household.during(pause((await backup).ms))));
      }
    } finally {
      await household.close();
    }
    await runBackupCommand('verify', { FROM: TO, DATA_DIR: place('verified') });

    const what = `${count} contents, ${Math.round((count * bytes) / 1e6)} MB of objects`;
    const took = (name: string, ours: number, theirs: number | null, goal: number | null): Figure => ({
      ...{ name: `${what}: ${name}`, ours: ours / 1000, theirs: theirs && theirs / 1000, unit: 's', goal },
    });
    const memory = (name: string, { peakBytes }: Pick<ProgramRun, 'peakBytes'>): Figure => ({
      ...{ name: `${name}: most memory`, ours: peakBytes / 1e6, theirs: null, unit: 'MB' },
      goal: MEMORY_GOAL_MB,
    });
    return [
      took(
        'first backup, beside pg_dump and tar',
        median(firstBackups.map(({ ms }) => ms)),
        median(tarMs),
        1.3,
      ),
      took('second backup, beside pg_dump and rsync', median(secondBackups), median(rsyncMs), 1),
      took('verification', verified.ms, null, null),
      took('restore', restored.ms, null, null),
      memory('first backup', { peakBytes: Math.max(...firstBackups.map(({ peakBytes }) => peakBytes)) }),
      memory('verification', verified),
      memory('restore', restored),
      {
        name: 'pushes while 50 panels and ten people are busy, during first backups beside none: p99',
        ...{ ours: percentile(busy, 0.99), theirs: percentile(quiet, 0.99), unit: 'ms', goal: 1.5 },
      },
    ];
  } finally {
    postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

function ensureRsync(): boolean {
  const runs = () => spawnSync('rsync', ['--version'], { stdio: 'ignore' }).status === 0;
  return runs() || (installPackages('rsync') && runs());
}

if (import.meta.main) {
  const [count, bytes] = process.argv.slice(2).map(Number);
  console.log(table(await benchBackup(count, bytes)));
}
