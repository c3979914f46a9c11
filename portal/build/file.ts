import { createHash } from 'node:crypto';

export interface BuiltFile {
  name: string;
  /** Media type, as it is served. */
  type: string;
  bytes: Uint8Array;
}

/** A file whose name holds a digest of its bytes. */
export function hashed(stem: string, extension: string, type: string, bytes: Uint8Array): BuiltFile {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  return { name: `${stem}-${digest}.${extension}`, type, bytes };
}
