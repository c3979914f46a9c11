import { statSync } from 'node:fs';
import { backupFolder, lastVerifiedBackup, listSnapshots, snapshotTime } from '#shared/backup-place.ts';
import { type Check, failure, ok, skipped, warning } from '../check.ts';
import type { Probes } from '../probes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OLD_DAILY_MS = 26 * HOUR_MS;
const OLD_MS = 8 * DAY_MS;
const OLD_VERIFICATION_MS = 35 * DAY_MS;

const daysSince = ({ clock }: Probes, time: Date) =>
  Math.floor((clock.now().getTime() - time.getTime()) / DAY_MS);

const ageCheck: Check = {
  name: 'backup-age',
  means: 'The newest backup is of today where BACKUP_DIR is set, else of the last week.',
  async run(probes) {
    const { config, clock, db } = probes;
    const folder = backupFolder(config);
    const newest = (await listSnapshots(folder)).at(-1);
    if (newest === undefined) {
      if (!db) return skipped('There is nothing to back up yet.');
      return warning(
        `There is no backup in ${folder}.`,
        'Set BACKUP_DIR to a folder on another disk, which makes one a day, or run `make backup TO=…`.',
      );
    }
    const age = clock.now().getTime() - snapshotTime(newest).getTime();
    const says = `The newest backup in ${folder} is ${daysSince(probes, snapshotTime(newest))} days old.`;
    if (config.BACKUP_DIR && age > OLD_DAILY_MS)
      return failure(says, 'Run `make backup`, and search the log for `the daily backup failed`.');
    return age > OLD_MS ? warning(says, 'Run `make backup`, or set BACKUP_DIR for one a day.') : ok(says);
  },
};

const verifiedCheck: Check = {
  name: 'backup-verified',
  means: 'A backup was read back within five weeks: only then it is known to work.',
  async run(probes) {
    const { config } = probes;
    const verified = lastVerifiedBackup(config.DATA_DIR);
    if (!verified) {
      if ((await listSnapshots(backupFolder(config))).length === 0) return skipped('There is no backup.');
      return warning('No backup was ever verified.', 'Run `make verify-backup`.');
    }
    const at = new Date(verified.verifiedAt);
    const says = `${verified.snapshot} in ${verified.repository} was verified ${daysSince(probes, at)} days ago.`;
    if (probes.clock.now().getTime() - at.getTime() <= OLD_VERIFICATION_MS) return ok(says);
    return warning(says, 'Run `make verify-backup`.');
  },
};

const placeCheck: Check = {
  name: 'backup-place',
  means: 'Backups lie on another disk than the data.',
  async run({ config }) {
    const folder = backupFolder(config);
    if ((await listSnapshots(folder)).length === 0) return skipped('There is no backup.');
    const disks = [folder, config.DATA_DIR].map((path) => statSync(path, { throwIfNoEntry: false })?.dev);
    if (disks[0] !== disks[1]) return ok(`${folder} is on a disk of its own.`);
    return warning(
      `${folder} is on the same disk as the data: both are lost with it.`,
      'Set BACKUP_DIR to a folder on another disk, or copy that folder elsewhere regularly.',
    );
  },
};

export const backupChecks = [ageCheck, verifiedCheck, placeCheck];
