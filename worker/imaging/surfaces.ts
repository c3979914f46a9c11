import { type Canvas, createCanvas, type SKRSContext2D } from './canvas.ts';

/** The two canvases of a page: pictures and tints on one, what must stay crisp on a second, transparent one. */
export interface Surfaces {
  ground: Canvas;
  groundContext: SKRSContext2D;
  ink: Canvas;
  inkContext: SKRSContext2D;
}

/** Larger ones are made for the one page and let go: two canvases of the largest viewport are 128 MiB. */
const MAX_KEPT_PIXELS = 1_000_000;

let kept: Surfaces | undefined;

/** Takes blank canvases of a size. The caller owns them until it gives them back. */
export function takeSurfaces(width: number, height: number): Surfaces {
  const known = kept;
  if (known && known.ground.width === width && known.ground.height === height) {
    kept = undefined;
    for (const context of [known.groundContext, known.inkContext]) {
      context.reset();
      context.clearRect(0, 0, width, height);
    }
    return known;
  }
  const ground = createCanvas(width, height);
  const ink = createCanvas(width, height);
  return { ground, groundContext: ground.getContext('2d'), ink, inkContext: ink.getContext('2d') };
}

/** One pair is kept for the next page: canvases that are made and dropped are freed late. */
export function giveBackSurfaces(surfaces: Surfaces): void {
  if (surfaces.ground.width * surfaces.ground.height <= MAX_KEPT_PIXELS) kept = surfaces;
}
