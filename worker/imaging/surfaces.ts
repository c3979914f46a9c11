import { type Canvas, createCanvas, type SKRSContext2D } from './canvas.ts';

/** The two canvases of a page: one for pictures and tints, and a transparent one for elements that must stay crisp. */
export interface Surfaces {
  ground: Canvas;
  groundContext: SKRSContext2D;
  ink: Canvas;
  inkContext: SKRSContext2D;
}

/** Larger canvases are not cached: two of the largest viewport take 128 MiB. */
const MAX_CACHED_PIXELS = 1_000_000;

let cached: Surfaces | undefined;

/** Returns blank canvases of a size. The caller releases them after use. */
export function acquireSurfaces(width: number, height: number): Surfaces {
  const known = cached;
  if (known && known.ground.width === width && known.ground.height === height) {
    cached = undefined;
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

/** Caches one pair for the next page, because the memory of dropped canvases is freed late. */
export function releaseSurfaces(surfaces: Surfaces): void {
  if (surfaces.ground.width * surfaces.ground.height <= MAX_CACHED_PIXELS) cached = surfaces;
}
