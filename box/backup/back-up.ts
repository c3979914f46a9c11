import { backupFolder } from '#shared/backup-place.ts';
import { monotonicMs, systemClock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import { createKeys } from '#shared/keys.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { createProgress } from './progress.ts';
import { openRepository } from './repository.ts';
import { parseRetention } from './retention.ts';
import { type TakenBackup, takeBackup } from './take-backup.ts';

/**
 * Takes a backup of the installation of these settings. Old snapshots are removed, by BACKUP_KEEP, only without `to`.
 * @throws {StartError} as `takeBackup`
 */
export async function backUp(config: Config, to?: string): Promise<TakenBackup & { folder: string }> {
  const folder = to ?? backupFolder(config);
  const { store } = await createObjectStore({
    config,
    keys: createKeys(config.PLACARD_SECRET),
    clock: systemClock,
    onUploaded: async () => {},
  });
  const progress = createProgress(process.stderr, monotonicMs);
  const source = {
    databaseUrl: config.DATABASE_URL,
    secret: config.PLACARD_SECRET,
    store,
    clock: systemClock,
  };
  const retention = to === undefined ? parseRetention(config.BACKUP_KEEP) : null;
  try {
    return { ...(await takeBackup(source, openRepository(folder), { progress, retention })), folder };
  } finally {
    progress.end();
  }
}
