import { statSync } from 'node:fs';
import { join } from 'node:path';
import { backupFolder } from '#shared/backup-place.ts';
import type { DiskSpace } from '#shared/disk-space.ts';
import { fileStoreFolder } from '#shared/storage/open.ts';
import { type Check, databaseCheck, failure, ok, type Result, skipped, warning } from '../check.ts';
import type { Probes } from '../probes.ts';

const GB = 1e9;
const LOW_DISK = { failureBytes: 0.3 * GB, warningBytes: 3 * GB, warningShare: 0.1 };
const LOW_INODES = { failureShare: 0.01, warningShare: 0.05 };
const LOW_MEMORY_BYTES = 0.3 * GB;
const VERY_LOW_MEMORY_BYTES = 0.1 * GB;
/** Each connected panel is one open file. So many are unlikely at home, but 256 (macOS) are too few for a start. */
const MIN_OPEN_FILES = 1024;
const MAX_CLOCK_DIFFERENCE_S = 60;
const NODE_MAJOR = 24;

/** The disks of the folders that Placard writes to. Folders on the same disk are checked once. */
async function disks({ config, disk: spaceOf }: Probes): Promise<[folder: string, space: DiskSpace][]> {
  const folders = [config.DATA_DIR, fileStoreFolder(config.STORAGE_URL), backupFolder(config)];
  const found = new Map<string, [string, DiskSpace]>();
  for (const folder of folders) {
    const space = folder === null ? null : await spaceOf(folder);
    const disk = `${space?.sizeBytes} ${space?.freeBytes}`;
    if (folder !== null && space && !found.has(disk)) found.set(disk, [folder, space]);
  }
  return [...found.values()];
}

const diskSpaceCheck: Check = {
  name: 'disk-space',
  means: 'There is room on the disks of the data folder, the objects and the backups.',
  async run(probes) {
    const all = await disks(probes);
    if (all.length === 0) return skipped('There is no data folder yet.');
    for (const [folder, { freeBytes, sizeBytes }] of all) {
      const says = `The disk of ${folder} has ${gigabytes(freeBytes)} of ${gigabytes(sizeBytes)} left.`;
      const remedy =
        'Make room on it, or move DATA_DIR to a larger one. Placard continues by itself afterwards.';
      if (freeBytes < LOW_DISK.failureBytes) return failure(says, remedy);
      if (freeBytes < LOW_DISK.warningBytes && freeBytes < LOW_DISK.warningShare * sizeBytes)
        return warning(says, remedy);
    }
    return ok(all.map(([folder, { freeBytes }]) => `${folder}: ${gigabytes(freeBytes)} left`).join(', '));
  },
};

const inodeCheck: Check = {
  name: 'inodes',
  means:
    'More files can be made on these disks: they run out of inodes before they are full when there are many small files.',
  async run(probes) {
    for (const [folder, { freeInodeShare: share }] of await disks(probes)) {
      if (share === null || share >= LOW_INODES.warningShare) continue;
      const says = `The disk of ${folder} can hold few more files: ${(share * 100).toFixed(1)} % of its inodes are free.`;
      const remedy = 'Remove small files from it, or move DATA_DIR to a file system with more inodes.';
      return share < LOW_INODES.failureShare ? failure(says, remedy) : warning(says, remedy);
    }
    return ok('Files can be made.');
  },
};

const memoryCheck: Check = {
  name: 'memory',
  means: 'The machine, or its container, has memory left.',
  run({ machine: { memory } }) {
    const says = `${gigabytes(memory.available)} of ${gigabytes(memory.total)} are available.`;
    const remedy = 'End other programs, or set WORKER_THREADS=1: rendering takes the most.';
    if (memory.available < VERY_LOW_MEMORY_BYTES) return failure(says, remedy);
    return memory.available < LOW_MEMORY_BYTES ? warning(says, remedy) : ok(says);
  },
};

const openFilesCheck: Check = {
  name: 'open-files',
  means: 'The system allows as many open files as there may be connections, and they are not used up.',
  async run({ machine: { openFiles }, metrics }) {
    const held = await metrics();
    const [used, most] = [held?.get('process_open_fds'), held?.get('process_max_fds')];
    const remedy =
      'Raise the limit: LimitNOFILE=65536 in the service, or `ulimit -n 65536` before `make run`.';
    if (used && most && used > 0.8 * most)
      return failure(`The api holds ${used} of ${most} open files: further connections are refused.`, remedy);
    if (openFiles < MIN_OPEN_FILES)
      return warning(`A process may hold ${openFiles} files open, each connection among them.`, remedy);
    return ok(`A process may hold ${openFiles} files open.`);
  },
};

const clockCheck = databaseCheck(
  'clock',
  'The clock of this machine is that of the database: signed addresses and sessions end by it.',
  async (db, { clock }) => {
    const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
    const seconds = Math.round((clock.now().getTime() - (rows[0] as { now: Date }).now.getTime()) / 1000);
    if (Math.abs(seconds) <= MAX_CLOCK_DIFFERENCE_S) return ok('The clocks of machine and database agree.');
    return failure(
      `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the database.`,
      'Let both machines take the time from a server (`timedatectl set-ntp true`).',
    );
  },
);

const packagesCheck: Check = {
  name: 'packages',
  means: 'The installed packages are those of this version, and Node is the one that it runs on.',
  run({ folder, machine }): Result {
    if (machine.nodeMajor !== NODE_MAJOR)
      return failure(
        `This is Node ${machine.nodeMajor}; Placard runs on Node ${NODE_MAJOR}, which is one of its packages.`,
        'Start it with `make`, which uses that one.',
      );
    const installed = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
    const wanted = statSync(join(folder, 'package-lock.json'), { throwIfNoEntry: false });
    if (!wanted) return skipped('This folder has no package-lock.json.');
    if (installed && installed.mtimeMs >= wanted.mtimeMs)
      return ok('The packages are those of this version.');
    return failure(
      'The packages that are installed are not those of this version.',
      'Run `make install`, then start Placard again.',
    );
  },
};

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}

export const machineChecks = [
  diskSpaceCheck,
  inodeCheck,
  memoryCheck,
  openFilesCheck,
  clockCheck,
  packagesCheck,
];
