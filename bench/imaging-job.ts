import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { encode } from '#test/support/images.ts';
import { encodePng } from '#worker/imaging/png.ts';
import { createPixels } from '#worker/imaging/pool.ts';
import { compareRow, median, type Row, timeCalls } from './imaging-row.ts';
import { benchPhotograph } from './photograph.ts';
import type { Pillow } from './pillow.ts';
import { workerCommand } from './worker-command.ts';

const PANEL = { width: 800, height: 480, toneExponent: 1.3, tone: 'auto' } as const;
const ROUNDS = 3;
const TIMES = 8;

export interface Pictures {
  png: string;
  jpeg: string;
}

/** A PNG of about 10 MiB and a JPEG of 12 megapixels. */
export async function makePictures(folder: string): Promise<Pictures> {
  const pictures = { png: join(folder, 'large.png'), jpeg: join(folder, 'twelve-megapixels.jpg') };
  await writeFile(pictures.png, await largePng());
  await writeFile(pictures.jpeg, await (await photograph(4000, 3000)).jpeg({ quality: 90 }).toBuffer());
  return pictures;
}

async function photograph(width: number, height: number): Promise<Sharp> {
  return encode({ data: await benchPhotograph(width, height), width, height });
}

/** A PNG of about 10 MiB. Its width grows step by step, because a larger photograph compresses better per pixel. */
async function largePng(): Promise<Buffer> {
  const wanted = 10 * 1024 * 1024;
  let width = 1600;
  for (;;) {
    const file = await (await photograph(width, Math.round(width * 0.6))).png().toBuffer();
    if (file.length > 0.95 * wanted) return file;
    width = Math.round(width * Math.sqrt(wanted / file.length));
  }
}

/** CPU time of a whole push (every product) through the pool, beside Pillow with the same products. */
export async function benchJob(pictures: Pictures, pillow: Pillow | null): Promise<Row[]> {
  const pixels = createPixels({ threads: 1 });
  const rows: Row[] = [];
  for (const [kind, goal] of [
    ['png', 0.6],
    ['jpeg', 0.75],
  ] as const) {
    const input = pictures[kind];
    const job = () => pixels.renderFrames({ kind: 'image', input, contentType: `image/${kind}` }, PANEL);
    for (let i = 0; i < 4; i++) await job();
    const ours: number[] = [];
    const theirs: Record<string, number[]> = { job: [], 'job-draft': [], 'job-draft-quick': [] };
    for (let round = 0; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      for (let i = 0; i < TIMES; i++) await job();
      const { user, system } = process.cpuUsage(before);
      ours.push((user + system) / 1000 / TIMES);
      if (!pillow) continue;
      for (const [operation, taken] of Object.entries(theirs))
        taken.push(await pillow.measure(operation, TIMES, input));
    }
    const name = kind === 'png' ? '10 MiB PNG' : '12-megapixel JPEG';
    if (!pillow) continue;
    rows.push(
      compareRow(`hardcode job, ${name} / Pillow, CPU`, 'ms', median(ours), median(theirs.job!), goal),
    );
    rows.push(
      compareRow(
        `the same / Pillow with draft decoding`,
        'ms',
        median(ours),
        median(theirs['job-draft']!),
        null,
      ),
    );
    rows.push(
      compareRow(
        `the same / Pillow with draft decoding and PNG level 1`,
        'ms',
        median(ours),
        median(theirs['job-draft-quick']!),
        null,
      ),
    );
  }
  await pixels.close();
  return rows;
}

/** Compares the preview PNG with that of sharp's defaults. */
export async function benchPreview(): Promise<Row[]> {
  const data = await benchPhotograph(800, 480);
  const raw = { raw: { width: 800, height: 480, channels: 3 as const } };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 5; round++) {
    ours.push(await timeCalls(8, () => encodePng(data, 800, 480, 3)));
    theirs.push(await timeCalls(8, () => sharp(data, raw).png().toBuffer()));
  }
  const bytes = [
    encodePng(data, 800, 480, 3).length,
    (await sharp(data, raw).png().toBuffer()).length,
  ] as const;
  return [
    compareRow('preview PNG / sharp default, time', 'ms', median(ours), median(theirs), 0.7),
    compareRow('preview PNG / sharp default, bytes', 'bytes', bytes[0], bytes[1], 0.8),
  ];
}

/** Peak memory of a process that renders both pictures many times on two threads. */
export function benchMemory(pictures: Pictures): Row {
  const script = fileURLToPath(new URL('./imaging-memory.ts', import.meta.url));
  const [command, ...args] = workerCommand(script, pictures.png, pictures.jpeg);
  const run = spawnSync(command, args, { encoding: 'utf8' });
  const megabytes = Number(run.stdout.trim());
  return {
    name: 'peak memory, two threads',
    ours: megabytes,
    theirs: null,
    unit: 'MB',
    ratio: null,
    goal: 350,
  };
}
