import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder of backups: `BACKUP_DIR`, by default a folder in `DATA_DIR`. */
export function backupFolder({ BACKUP_DIR, DATA_DIR }: { BACKUP_DIR?: string; DATA_DIR: string }): string {
  return resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups'));
}

/** `20261122T033000Z`: sorts by time, and is a valid file name on every system. */
const SNAPSHOT_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export function isSnapshotName(name: string): boolean {
  return SNAPSHOT_NAME.test(name);
}

export function snapshotName(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
}

export function snapshotTime(name: string): Date {
  const [, year, month, day, hour, minute, second] = SNAPSHOT_NAME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Names of the complete snapshots in a folder of backups, oldest first; none when the folder does not exist. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'snapshots')).catch(() => []);
  return names.filter(isSnapshotName).sort();
}

/** The result of `make verify-backup`, stored in `DATA_DIR` and not in the repository: it is a fact about this installation. */
export interface VerifiedBackup {
  repository: string;
  snapshot: string;
  /** ISO 8601. */
  verifiedAt: string;
}

export function verifiedBackupFile(dataDir: string): string {
  return join(dataDir, 'backup-verified.json');
}

/** Null when none was verified yet, or the file cannot be read. */
export function lastVerifiedBackup(dataDir: string): VerifiedBackup | null {
  try {
    return JSON.parse(readFileSync(verifiedBackupFile(dataDir), 'utf8')) as VerifiedBackup;
  } catch {
    return null;
  }
}
