import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
  /** Share of free inodes, 0 to 1; null if the file system does not count them. */
  freeInodeShare: number | null;
}

/** Space that this process may use on the disk that holds `path`; null when the path does not exist. */
export async function diskSpace(path: string): Promise<DiskSpace | null> {
  const facts = await statfs(path).catch(() => null);
  if (!facts) return null;
  return {
    freeBytes: facts.bavail * facts.bsize,
    sizeBytes: facts.blocks * facts.bsize,
    freeInodeShare: facts.files > 0 ? facts.ffree / facts.files : null,
  };
}
