import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/** The two canvases of a page: pictures and tints on one, what must stay crisp on a second, transparent one. */
export interface Surfaces {
  ground: Canvas;
  groundContext: SKRSContext2D;
  ink: Canvas;
  inkContext: SKRSContext2D;
}

/** Larger ones are made for the one page and let go: two canvases of the largest viewport are 128 MiB. */
const KEPT_PIXELS = 1_000_000;

let kept: Surfaces | undefined;

/** Blank canvases of a size. A thread keeps one pair: canvases that are made and dropped are freed late. */
export function takeSurfaces(width: number, height: number): Surfaces {
  if (kept && kept.ground.width === width && kept.ground.height === height) {
    for (const context of [kept.groundContext, kept.inkContext]) {
      context.reset();
      context.clearRect(0, 0, width, height);
    }
    return kept;
  }
  const ground = createCanvas(width, height);
  const ink = createCanvas(width, height);
  const made = { ground, groundContext: ground.getContext('2d'), ink, inkContext: ink.getContext('2d') };
  if (width * height <= KEPT_PIXELS) kept = made;
  return made;
}
