import { backupFolder, lastVerifiedBackup, listSnapshots, snapshotTime } from '#shared/backup-place.ts';
import { monotonicMs } from '#shared/clock.ts';
import { type DiskSpace, diskSpace } from '#shared/disk-space.ts';
import { readQueueFigures } from '#shared/jobs/queue-figures.ts';
import { fileStoreFolder } from '#shared/storage/open.ts';
import type { App } from './compose.ts';

/** Scrapes within this time return the same figures. */
const FIGURES_MAX_AGE_MS = 5_000;

/** Labels and value of one line. */
type Value = [labels: Record<string, string>, value: number];
type Figures = Awaited<ReturnType<typeof readFigures>>;
type Deps = Pick<App, 'config' | 'db' | 'metrics' | 'display' | 'log'>;

/**
 * Adds metrics of the whole installation to `/metrics` of the api: queues, panels, renders, disks, backups. They are read
 * at each scrape and are the same in every api process. While the database is unreachable they are left out.
 */
export function measureInstallation(deps: Deps): void {
  const { metrics } = deps;
  let kept: { at: number; figures: Promise<Figures | null> } | undefined;
  const figures = () => {
    if (!kept || monotonicMs() - kept.at > FIGURES_MAX_AGE_MS) {
      const reading = readFigures(deps).catch((error) => {
        deps.log.warn({ err: error }, 'figures of the installation could not be read');
        return null;
      });
      kept = { at: monotonicMs(), figures: reading };
    }
    return kept.figures;
  };
  /** A gauge with these values, each with its labels. */
  function gauge(name: string, help: string, labels: string[], values: (read: Figures) => Value[]): void {
    const one = metrics.gauge(name, help, labels, async () => {
      const read = await figures();
      one.reset();
      for (const [label, value] of read ? values(read) : []) one.set(label, value);
    });
  }

  const states = ['waiting', 'active', 'failed'] as const;
  gauge('jobs', 'Jobs by queue and state; failed ones are kept for an hour.', ['queue', 'state'], (read) =>
    read.queues.flatMap((one) => states.map((state): Value => [{ queue: one.queue, state }, one[state]])),
  );
  gauge('jobs_oldest_seconds', 'How long the oldest due job has waited.', ['queue'], (read) =>
    read.queues.map(({ queue, oldestSeconds }) => [{ queue }, oldestSeconds]),
  );
  gauge('renders_last_hour', 'Render tasks that ended in the last hour.', ['outcome'], ({ panels }) => [
    [{ outcome: 'done' }, panels.rendered],
    [{ outcome: 'failed' }, panels.renderFailures],
  ]);
  gauge(
    'panels',
    'Panels with and without an owner, connected ones, and those behind.',
    ['state'],
    (read) => [
      [{ state: 'claimed' }, read.panels.claimed],
      [{ state: 'unclaimed' }, read.panels.unclaimed],
      [{ state: 'connected' }, read.panels.connected],
      // They do not show the wanted picture, whether asleep or not.
      [{ state: 'behind' }, read.panels.behind],
    ],
  );
  gauge('disk_free_bytes', 'Free bytes on the disk of a folder.', ['folder'], ({ disks }) =>
    disks.map(({ folder, freeBytes }) => [{ folder }, freeBytes]),
  );
  gauge('disk_size_bytes', 'Size of the disk of a folder.', ['folder'], ({ disks }) =>
    disks.map(({ folder, sizeBytes }) => [{ folder }, sizeBytes]),
  );
  gauge('backup_timestamp_seconds', 'When a backup was last taken, and verified.', ['event'], (read) =>
    Object.entries(read.backups).flatMap(([event, at]): Value[] => (at === null ? [] : [[{ event }, at]])),
  );
}

async function readFigures({ db, config, display }: Deps) {
  const [queues, panels, disks, snapshots] = await Promise.all([
    readQueueFigures((sql) => db.raw(sql)),
    display.countPanels(),
    readDisks(config),
    listSnapshots(backupFolder(config)),
  ]);
  const newest = snapshots.at(-1);
  const verified = lastVerifiedBackup(config.DATA_DIR);
  const backups = {
    taken: newest === undefined ? null : snapshotTime(newest).getTime() / 1000,
    verified: verified ? Date.parse(verified.verifiedAt) / 1000 : null,
  };
  return { queues, panels, disks, backups };
}

async function readDisks(config: App['config']): Promise<(DiskSpace & { folder: string })[]> {
  const folders = {
    data: config.DATA_DIR,
    objects: fileStoreFolder(config.STORAGE_URL),
    backups: backupFolder(config),
  };
  const disks = Object.entries(folders).map(async ([folder, path]) => {
    const space = path === null ? null : await diskSpace(path);
    return space ? [{ folder, ...space }] : [];
  });
  return (await Promise.all(disks)).flat();
}
