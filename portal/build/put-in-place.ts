import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFEST = 'manifest.json';
/** What no manifest names may be of a build that is not done yet, unless it is as old as this. */
const OLD_MS = 3_600_000;

/**
 * Writes the files, then the manifest, into the folder. An api may read it meanwhile, and another build may write it: at each
 * moment there is a manifest, and every file that it names, whole. The files of the manifest before stay for an api that
 * has just read it; older ones go.
 */
export async function putInPlace(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  manifest: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const before = await readFile(join(folder, MANIFEST), 'utf8')
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
  const named = new Set([...before, ...Object.keys(JSON.parse(manifest).files)]);
  for (const name of await readdir(folder)) {
    if (name === MANIFEST || named.has(name.replace(/\.(br|gz)$/, ''))) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true });
  }
}
