import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { encodePng } from '#worker/imaging/png.ts';
import { compareRow, median, type Row, timeCalls } from './imaging-row.ts';
import { benchPhotograph } from './photograph.ts';
import type { Pillow } from './pillow.ts';

const ROUNDS = 7;
const TIMES = 25;

/** Dither and pack against Pillow and ImageMagick, on the same luminance, in interleaved rounds. */
export async function benchDither(folder: string, pillow: Pillow | null): Promise<Row[]> {
  const path = join(folder, 'luminance.png');
  const data = await benchPhotograph(800, 480);
  const codes = new Uint8Array(
    await sharp(data, { raw: { width: 800, height: 480, channels: 3 } })
      .greyscale()
      .raw()
      .toBuffer(),
  );
  await writeFile(path, encodePng(codes, 800, 480, 1));
  const ours: Record<1 | 2 | 4, number[]> = { 1: [], 2: [], 4: [] };
  const theirs: Record<string, number[]> = { dither1: [], dither1pack: [], dither4: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const bits of [1, 2, 4] as const) {
      ours[bits].push(await timeCalls(TIMES, () => ditherPacked(codes, 800, 480, bits)));
    }
    if (!pillow) continue;
    for (const [operation, taken] of Object.entries(theirs))
      taken.push(await pillow.measure(operation, TIMES, path));
  }
  const rows: Row[] = [];
  const against = (name: string, bits: 1 | 2 | 4, operation: string, goal: number | null) => {
    if (pillow) rows.push(compareRow(name, 'ms', median(ours[bits]), median(theirs[operation]!), goal));
  };
  against("dither and pack to raw1 / Pillow convert('1')", 1, 'dither1', 0.55);
  against("dither and pack to raw1 / Pillow convert('1').tobytes()", 1, 'dither1pack', null);
  against('dither and pack to raw2 / Pillow 4-grey quantize', 2, 'dither4', 0.4);
  const magick = imageMagick(path);
  if (magick !== null) {
    rows.push(
      compareRow(
        'dither and pack to raw1 / ImageMagick -monochrome, elapsed',
        'ms',
        median(ours[1]),
        magick,
        null,
      ),
    );
  }
  rows.push({
    name: 'dither and pack to raw4',
    ours: median(ours[4]),
    theirs: null,
    unit: 'ms',
    ratio: null,
    goal: null,
  });
  return rows;
}

/**
 * Milliseconds that ImageMagick takes to read, dither and write, of which its start is about a tenth; null without
 * it.
 */
function imageMagick(path: string): number | null {
  const taken: number[] = [];
  for (let i = 0; i < 5; i++) {
    const started = performance.now();
    const options = [path, '-dither', 'FloydSteinberg', '-monochrome', 'gray:-'];
    if (spawnSync('convert', options, { stdio: 'ignore' }).status !== 0) return null;
    taken.push(performance.now() - started);
  }
  return median(taken);
}
