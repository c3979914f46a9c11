import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { sha256 } from '#shared/keys.ts';
import { drawPhotograph } from '#test/support/images.ts';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { type Installation, install } from '../gateway/installation.ts';
import { passwordOf } from '../gateway/panels.ts';
import { childrenOf } from '../gateway/process-figures.ts';
import type { PollingPanel } from './wake.ts';

const PHOTOGRAPHS = 8;
const CORES = '0,1';

/**
 * Polling panels of one owner, and a Postgres that counts its statements. Each panel shows one photograph and has
 * shown another one before.
 */
export async function installPollingPanels(
  count: number,
): Promise<{ installation: Installation; panels: PollingPanel[] }> {
  const installation = await install(count, 'pg_stat_statements');
  const { db, folder } = installation;
  for (let n = 0; n < PHOTOGRAPHS; n++) {
    const bytes = await photographFrame(n + 1);
    const key = `frames/bench-polling/${n}`;
    const path = join(folder, 'objects', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    await db.raw(
      `update display.frames set key = ?, sha256 = ?
       where mod(('x' || right(presentation_id::text, 8))::bit(32)::int
         + case when presentation_id::text like '00000002%' then 0 else 1 end, ?) = ?`,
      [key, sha256(bytes), PHOTOGRAPHS, n],
    );
  }
  await db.raw(
    `update display.devices set protocol = 'trmnl',
       reported_sha256 = (select sha256 from display.frames where presentation_id = current_presentation_id)`,
  );
  const panels = Array.from({ length: count }, (_, n) => ({
    id: `bench-${n}`,
    key: passwordOf(n),
    name: null,
  }));
  return { installation, panels };
}

/** A photograph as `raw1`. */
export async function photographFrame(seed: number): Promise<Buffer> {
  const { data, width, height } = drawPhotograph(800, 480, seed);
  const codes = await sharp(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .raw()
    .toBuffer();
  return Buffer.from(ditherPacked(new Uint8Array(codes), width, height, 1));
}

/** Restricts a process and its children to two cores. Returns false where the system cannot. */
export function holdToTwoCores(pid: number): boolean {
  try {
    for (const one of [pid, ...childrenOf(pid)])
      execFileSync('taskset', ['-apc', CORES, String(one)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
