import type { SceneInput } from '../../imaging/scene.ts';
import type { Box } from './page.ts';
import type { CodeModules } from './template.ts';

type Element = SceneInput['elements'][number];
interface Place {
  x: number;
  y: number;
  /** Pixels a module. */
  scale: number;
}

/** Elements of a code beyond which the page would be more code than page. */
const MAX_ELEMENTS = 700;

/** Modules of white around a code: what ISO/IEC 18004 (9.1) asks of QR codes, more than the others need. */
export const QUIET = 4;

/** Pixels a module of a code, at least: what a telephone reads from e-paper at arm's length. */
export const MIN_MODULE = 2;

/** Where a code stands in the middle of a box, in whole pixels a module, its white around it; null without room. */
export function placeCode({ width, height }: CodeModules, box: Box): Box | null {
  const scale = Math.floor(Math.min(box.width / (width + 2 * QUIET), box.height / (height + 2 * QUIET)));
  if (scale < MIN_MODULE) return null;
  const size = { width: width * scale, height: height * scale };
  const x = box.x + Math.floor((box.width - size.width) / 2);
  const y = box.y + Math.floor((box.height - size.height) / 2);
  return { x, y, ...size };
}

/** A code for machines as black rectangles of whole modules, each as high as the same run goes on; null where they are too many. */
export function codeElements({ width, height, bits }: CodeModules, { x, y, scale }: Place): Element[] | null {
  const bytes = Buffer.from(bits, 'base64');
  const isDark = (column: number, row: number) => {
    const at = row * width + column;
    return ((bytes[at >> 3] ?? 0) & (128 >> (at & 7))) !== 0;
  };
  const runs: { left: number; right: number; top: number; bottom: number }[] = [];
  let above = new Map<string, (typeof runs)[number]>();
  for (let row = 0; row < height; row++) {
    const own = new Map<string, (typeof runs)[number]>();
    for (let left = 0; left < width; left++) {
      if (!isDark(left, row)) continue;
      let right = left;
      while (right < width && isDark(right, row)) right++;
      const key = `${left}-${right}`;
      const run = above.get(key) ?? { left, right, top: row, bottom: row };
      run.bottom = row + 1;
      if (run.top === row) runs.push(run);
      own.set(key, run);
      left = right;
    }
    above = own;
  }
  if (runs.length > MAX_ELEMENTS) return null;
  return runs.map(({ left, right, top, bottom }) => ({
    id: `code-${left}-${top}`,
    type: 'shape',
    frame: {
      x: x + left * scale,
      y: y + top * scale,
      width: (right - left) * scale,
      height: (bottom - top) * scale,
    },
    properties: { shape: 'rect', fill: '#000000' },
  }));
}
