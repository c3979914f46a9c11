import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { framePng } from '#worker/imaging/frame-png.ts';
import type { Figure } from '../figure.ts';
import { timeCalls } from '../imaging-row.ts';
import { installPackages } from '../install-packages.ts';
import { photographFrame } from './installation.ts';

const [WIDTH, HEIGHT] = [800, 480];
const TIMES = 15;
/** Bytes of a PNG besides its compressed rows. */
const PNG_BYTES = 57;
/** Debian's packages of tools that optimise PNGs. */
const PACKAGES = ['pngcrush', 'optipng', 'zopfli'];
const OPTIMISERS: Record<string, (from: string, to: string) => string[]> = {
  pngcrush: (from, to) => ['pngcrush', '-q', from, to],
  'optipng -o2': (from, to) => ['optipng', '-quiet', '-o2', '-force', '-out', to, from],
  zopflipng: (from, to) => ['zopflipng', '-y', from, to],
};
const PROGRAMS = ['pngcrush', 'optipng', 'zopflipng'];

/**
 * Size and time of the 1-bit PNG that panels fetch, beside tools that optimise PNGs, each a process whose start is
 * included. Without these tools the peer is zlib at level 9 with the best of the five filters of PNG.
 */
export async function benchPng(): Promise<Figure[]> {
  const isInstalled = installOptimisers();
  const frames = { photograph: await photographFrame(1), page: await pageFrame() };
  const figures: Figure[] = [];
  for (const [name, frame] of Object.entries(frames)) {
    const png = await framePng(frame, WIDTH, HEIGHT, 1);
    const ms = await timeCalls(TIMES, () => framePng(frame, WIDTH, HEIGHT, 1));
    for (const peer of isInstalled ? await optimised(png) : [withBestFilter(frame)]) {
      const against = `1-bit PNG of a ${name} / ${peer.tool}`;
      figures.push(
        { name: `${against}: size`, ours: png.length, theirs: peer.bytes, unit: 'B', goal: 1.1 },
        { name: `${against}: time`, ours: ms, theirs: peer.ms, unit: 'ms', goal: null },
      );
    }
  }
  return figures;
}

interface Peer {
  tool: string;
  bytes: number;
  ms: number;
}

async function optimised(png: Uint8Array): Promise<Peer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-png-bench-'));
  const [from, to] = [join(folder, 'from.png'), join(folder, 'to.png')];
  try {
    await writeFile(from, png);
    const peers: Peer[] = [];
    for (const [tool, commandOf] of Object.entries(OPTIMISERS)) {
      const [program = '', ...args] = commandOf(from, to);
      const begun = performance.now();
      execFileSync(program, args, { stdio: 'ignore' });
      const ms = performance.now() - begun;
      peers.push({ tool, bytes: (await readFile(to)).length, ms });
      await rm(to);
    }
    return peers;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns false if they are missing and this user cannot install them. */
function installOptimisers(): boolean {
  const areInstalled = () => spawnSync('which', PROGRAMS, { stdio: 'ignore' }).status === 0;
  return areInstalled() || (installPackages(...PACKAGES) && areInstalled());
}

/** A page of text, drawn in grey and dithered. */
async function pageFrame(): Promise<Buffer> {
  const lines = Array.from(
    { length: 11 },
    (_, n) =>
      `<text x="40" y="${60 + n * 38}" font-size="26">Line ${n + 1}: bread, milk, apples, coffee and ${n * 7} stamps</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`;
  // Allows libvips to read SVG, which the product blocks when it is loaded.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const codes = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer();
  return Buffer.from(ditherPacked(new Uint8Array(codes), WIDTH, HEIGHT, 1));
}

function withBestFilter(frame: Uint8Array): Peer {
  const begun = performance.now();
  const stride = WIDTH / 8;
  const sizes = [0, 1, 2, 3, 4].map((filter) => {
    const rows = Buffer.alloc((stride + 1) * HEIGHT);
    for (let y = 0; y < HEIGHT; y++) {
      rows[y * (stride + 1)] = filter;
      for (let x = 0; x < stride; x++) {
        const at = y * stride + x;
        const left = x > 0 ? (frame[at - 1] ?? 0) : 0;
        const up = y > 0 ? (frame[at - stride] ?? 0) : 0;
        const corner = x > 0 && y > 0 ? (frame[at - stride - 1] ?? 0) : 0;
        const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
        rows[y * (stride + 1) + 1 + x] = ((frame[at] ?? 0) - predicted) & 255;
      }
    }
    return deflateSync(rows, { level: 9 }).length + PNG_BYTES;
  });
  return { tool: 'zlib 9, best filter', bytes: Math.min(...sizes), ms: performance.now() - begun };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
