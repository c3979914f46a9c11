import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFEST = 'manifest.json';
/** Files that no manifest names may belong to a running build until they are this old. */
const OLD_MS = 3_600_000;

/**
 * Writes the files, then the manifest, into the folder. An api may read it and another build may write it at the same time: the
 * manifest always names complete files. The files of the previous manifest stay for an api that has just read it; older
 * ones are removed.
 */
export async function putInPlace(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  manifest: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const previous = await readFile(join(folder, MANIFEST), 'utf8')
    .then((text) => Object.keys(JSON.parse(text).files))
    .catch(() => []);
  const draft = await mkdtemp(`${folder}.new-`);
  try {
    const put = async (name: string, bytes: Uint8Array | string) => {
      await writeFile(join(draft, name), bytes);
      await rename(join(draft, name), join(folder, name));
    };
    for (const [name, bytes] of files) await put(name, bytes);
    await put(MANIFEST, manifest);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const named = new Set([...previous, ...Object.keys(JSON.parse(manifest).files)]);
  for (const name of await readdir(folder)) {
    if (name === MANIFEST || named.has(name.replace(/\.(br|gz)$/, ''))) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true });
  }
}
