import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createTarGzip } from 'nanotar';
import { bundleCommandLine } from './bundle-command-line.ts';
import { emitPackage } from './emit.ts';

/** Writes the package `placard` as npm packs it, to the path given. The same sources give the same bytes. */
const ENTRIES = ['index.ts'];
const EXECUTABLE = 'cli/main.js';

const target = process.argv[2];
if (!target) throw new Error('The path of the package is missing.');
const [modules, commandLine] = await Promise.all([emitPackage(ENTRIES), bundleCommandLine()]);
const files = [...modules, ...commandLine].sort(([a], [b]) => (a < b ? -1 : 1));
const archive = await createTarGzip(
  files.map(([path, text]) => ({
    name: `package/${path}`,
    data: text,
    attrs: { mode: path === EXECUTABLE ? '755' : '644', mtime: 0, uid: 0, gid: 0 },
  })),
);
await mkdir(dirname(target), { recursive: true });
await writeFile(`${target}.new`, archive);
await rename(`${target}.new`, target);
