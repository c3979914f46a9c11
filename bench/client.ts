import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { clientScripts, packedFiles } from '#test/client/packed-files.ts';
import { type Figure, table } from './figure.ts';
import { median } from './imaging-row.ts';

const STARTS = 15;
const run = promisify(execFile);

/** The size of the client that programs load, and the time that the command line takes to start. */
export async function benchClient(): Promise<Figure[]> {
  const scripts = await clientScripts();
  const size = gzipSync(scripts.map(([, text]) => text).join('')).length / 1024;
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
  try {
    for (const [path, text] of await packedFiles()) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const started = await medianStart([join(folder, 'cli/main.js'), '--version']);
    const bare = await medianStart(['--eval', '0']);
    return [
      { name: 'client without the command line, gzip', ours: size, theirs: null, unit: 'KB', goal: 12 },
      {
        name: '`placard --version`, beside Node alone',
        ours: started,
        theirs: bare,
        unit: 'ms',
        goal: 80,
        alone: true,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function medianStart(args: string[]): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const begun = performance.now();
    await run(process.execPath, args);
    taken.push(performance.now() - begun);
  }
  return median(taken);
}

if (import.meta.main) console.log(table(await benchClient()));
