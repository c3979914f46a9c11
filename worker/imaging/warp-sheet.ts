import type { Raster } from './decode.ts';
import type { Sheet } from './scene.ts';

interface Point {
  x: number;
  y: number;
}

/** Width and height in pixels of a sheet in a picture: the means of its opposite sides. */
export function sheetSize(sheet: Sheet, picture: { width: number; height: number }) {
  const [a, b, c, d] = cornersIn(sheet, picture);
  const side = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
  return { width: (side(a, b) + side(d, c)) / 2, height: (side(a, d) + side(b, c)) / 2 };
}

/**
 * A sheet of paper as if it had been photographed straight from above. Each of its pixels is interpolated between the four pixels
 * around its position in the picture, which a perspective through the four corners gives. Uses basic arithmetic only, whose
 * results are the same on every machine.
 */
export function warpSheet(raster: Raster, sheet: Sheet, size: { width: number; height: number }): Raster {
  const { data, width, height, channels } = raster;
  const toPlace = perspective(cornersIn(sheet, raster));
  const to = new Uint8Array(size.width * size.height * channels);
  for (let row = 0, at = 0; row < size.height; row++) {
    for (let column = 0; column < size.width; column++, at += channels) {
      const { x, y } = toPlace((column + 0.5) / size.width, (row + 0.5) / size.height);
      const left = Math.min(width - 2, Math.max(0, Math.floor(x - 0.5)));
      const top = Math.min(height - 2, Math.max(0, Math.floor(y - 0.5)));
      const across = Math.min(256, Math.max(0, Math.round(256 * (x - 0.5 - left))));
      const down = Math.min(256, Math.max(0, Math.round(256 * (y - 0.5 - top))));
      const first = (top * width + left) * channels;
      const below = first + width * channels;
      for (let c = 0; c < channels; c++) {
        const upper = data[first + c]! * (256 - across) + data[first + channels + c]! * across;
        const lower = data[below + c]! * (256 - across) + data[below + channels + c]! * across;
        to[at + c] = (upper * (256 - down) + lower * down + 32768) >> 16;
      }
    }
  }
  return { data: to, ...size, channels };
}

function cornersIn(sheet: Sheet, { width, height }: { width: number; height: number }) {
  return sheet.map(([x, y]) => ({ x: (x * width) / 1000, y: (y * height) / 1000 })) as [
    Point,
    Point,
    Point,
    Point,
  ];
}

/** Maps the unit square to a quadrilateral (Heckbert 1989, "Fundamentals of Texture Mapping", 2.2.3). */
function perspective([a, b, c, d]: [Point, Point, Point, Point]): (u: number, v: number) => Point {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const right = { x: b.x - c.x, y: b.y - c.y };
  const lower = { x: d.x - c.x, y: d.y - c.y };
  const area = right.x * lower.y - lower.x * right.y;
  const g = area === 0 ? 0 : (sum.x * lower.y - lower.x * sum.y) / area;
  const h = area === 0 ? 0 : (right.x * sum.y - sum.x * right.y) / area;
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / depth,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / depth,
    };
  };
}
