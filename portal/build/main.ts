import { bundle } from './bundle.ts';
import { compress } from './compress.ts';
import { drawIcons } from './icons.ts';
import { pageOf } from './page.ts';
import { putInPlace } from './put-in-place.ts';
import { bundleWorker } from './worker.ts';

/** Writes the portal as the api serves it into the folder given, with hashed names and compressed ahead. */
const target = process.argv[2];
if (!target) throw new Error('The folder of the portal is missing.');
const [bundled, icons, worker] = await Promise.all([bundle(), drawIcons(), bundleWorker()]);
const written = new Map<string, Uint8Array>();
const entries = await Promise.all(
  [...bundled.files, ...icons.files, worker].map(async (file) => {
    const kept = await compress(file);
    for (const [suffix, bytes] of kept) written.set(file.name + suffix, bytes);
    const encodings = kept.flatMap(([suffix]) => (suffix === '' ? [] : suffix === '.br' ? 'br' : 'gzip'));
    return [file.name, { type: file.type, encodings }] as const;
  }),
);
const page = pageOf({ ...bundled, ...icons, worker: worker.name });
await putInPlace(target, written, JSON.stringify({ page, files: Object.fromEntries(entries) }));
