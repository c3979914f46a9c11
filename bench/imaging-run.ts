import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchAuto } from './imaging-auto.ts';
import { benchDither } from './imaging-dither.ts';
import { benchJob, benchMemory, benchPreview, makePictures } from './imaging-job.ts';
import { benchPage } from './imaging-page.ts';
import { benchQuality } from './imaging-quality.ts';
import type { Row } from './imaging-row.ts';
import { startPillow } from './pillow.ts';

/** Measures everything and prints the rows as JSON. Rows that were left out are reported on standard error. */
const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
const pillow = await startPillow();
if (!pillow) console.error('left out: Pillow is not installed and could not be (python3-pil)');
try {
  const pictures = await makePictures(folder);
  const rows: Row[] = await benchDither(folder, pillow);
  rows.push(...(await benchPreview()), ...(await benchJob(pictures, pillow)), benchMemory(pictures));
  rows.push(await benchAuto(pictures.jpeg));
  rows.push(...(await benchQuality(folder, pillow)));
  const page = await benchPage(folder);
  if (!page) console.error('left out: satori and resvg could not be installed');
  else rows.push(page);
  console.log(JSON.stringify(rows));
} finally {
  pillow?.close();
  await rm(folder, { recursive: true });
}
