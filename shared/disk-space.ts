import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
  /** Of files that can still be made, 0 to 1; null where the file system does not count them. */
  freeInodeShare: number | null;
}

/** Room for this user on the disk that holds `path`; null when there is no such path. */
export async function diskSpace(path: string): Promise<DiskSpace | null> {
  const facts = await statfs(path).catch(() => null);
  if (!facts) return null;
  return {
    freeBytes: facts.bavail * facts.bsize,
    sizeBytes: facts.blocks * facts.bsize,
    freeInodeShare: facts.files > 0 ? facts.ffree / facts.files : null,
  };
}
