import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { compress } from './compress.ts';
import { drawIcons } from './icons.ts';
import { pageOf } from './page.ts';
import { bundleWorker } from './worker.ts';

/** Writes the portal as the api serves it into the folder given, with hashed names and compressed ahead. */
const target = process.argv[2];
if (!target) throw new Error('The folder of the portal is missing.');
const made = `${target}.new`;
await rm(made, { recursive: true, force: true });
await mkdir(made, { recursive: true });
const [bundled, icons, worker] = await Promise.all([bundle(), drawIcons(), bundleWorker()]);
const files = [...bundled.files, ...icons.files, worker];
const entries = await Promise.all(
  files.map(async (file) => {
    const kept = await compress(file);
    for (const [suffix, bytes] of kept) await writeFile(join(made, file.name + suffix), bytes);
    const encodings = kept.flatMap(([suffix]) => (suffix === '' ? [] : suffix === '.br' ? 'br' : 'gzip'));
    return [file.name, { type: file.type, encodings }] as const;
  }),
);
const page = pageOf({ ...bundled, ...icons, worker: worker.name });
await writeFile(join(made, 'manifest.json'), JSON.stringify({ page, files: Object.fromEntries(entries) }));
await rm(target, { recursive: true, force: true });
await mkdir(dirname(target), { recursive: true });
await rename(made, target);
if ((await readdir(target)).length === 0) throw new Error('Nothing was built.');
