import { opendir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { nullIfMissing } from './durable-file.ts';
import { assertObjectKey, isStagingKey } from './object-key.ts';
import { keyOfPath } from './staged-uploads.ts';
import type { ObjectFacts } from './store.ts';
import { TEMPORARY_FOLDER } from './temporary-files.ts';

/** Lists objects whose key begins with `prefix`. The folder tree is read as the caller iterates. */
export async function* listObjects(
  root: string,
  prefix: string,
): AsyncGenerator<{ key: string } & ObjectFacts> {
  if (prefix !== '') assertObjectKey(prefix.replace(/\/$/, ''));
  const start = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  const seen = new Set<string>();
  for await (const path of filesBelow(start)) {
    const key = keyOfPath(relative(root, path).split(sep).join('/'));
    if (!key.startsWith(prefix) || key.startsWith(TEMPORARY_FOLDER) || seen.has(key)) continue;
    const facts = await nullIfMissing(stat(path));
    if (!facts) continue;
    if (isStagingKey(key)) seen.add(key); // sealed bytes and those of a late upload may exist at the same time
    yield { key, sizeBytes: facts.size, modifiedAt: facts.mtime };
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await nullIfMissing(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
