import { mkdirSync, writeFileSync } from 'node:fs';
import { backupFolder, type VerifiedBackup, verifiedBackupFile } from '#shared/backup-place.ts';
import { monotonicMs, systemClock } from '#shared/clock.ts';
import { parseSettings, readEnvironment } from '#shared/config.ts';
import { printFailure } from '#shared/process.ts';
import { writeLines } from '#shared/terminal-text.ts';
import { createProgress } from './progress.ts';
import { chooseSnapshot, openRepository } from './repository.ts';
import { verifyBackup } from './verify-backup.ts';

/** `make verify-backup [FROM=folder] [AT=time]`. */
try {
  const environment = readEnvironment();
  const settings = parseSettings(environment);
  const repository = openRepository(environment.FROM || backupFolder(settings));
  const progress = createProgress(process.stderr, monotonicMs);
  const name = await chooseSnapshot(repository, environment.AT || undefined);
  const { manifest } = await verifyBackup(repository, name, progress).finally(() => progress.end());
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const verified: VerifiedBackup = {
    repository: repository.folder,
    snapshot: name,
    verifiedAt: systemClock.now().toISOString(),
  };
  writeFileSync(verifiedBackupFile(settings.DATA_DIR), `${JSON.stringify(verified)}\n`);
  writeLines(process.stdout, [
    `${name} is whole: ${rows} rows and ${manifest.objects.count} objects were read back.`,
  ]);
  process.exit(0);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
