import { type ElementInput, qrModules } from '../qr-modules.ts';
import type { CodeModules } from './template.ts';
import type { Box, Viewport } from './theme.ts';

interface Place {
  x: number;
  y: number;
  /** Pixels a module. */
  scale: number;
}

/** Limits of the elements of a code: a page has room for few others beside them. */
const MAX_ELEMENTS = 700;
const MAX_QR_ELEMENTS = 800;

/** Modules of white around a code, as ISO/IEC 18004 (9.1) requires for QR codes; other codes need less. */
export const QUIET_MODULES = 4;

/** Least pixels of a module that a telephone reads from e-paper at arm's length. */
export const MIN_MODULE = 2;

/** The largest whole number of pixels per module at which a code fits into a room with white around it. */
export function moduleScale(code: Viewport, room: Viewport): number {
  return Math.floor(
    Math.min(room.width / (code.width + 2 * QUIET_MODULES), room.height / (code.height + 2 * QUIET_MODULES)),
  );
}

/** The frame of a code in the middle of a box, at whole pixels per module and with white around it; null without room. */
export function placeCode({ width, height }: CodeModules, box: Box): Box | null {
  const scale = moduleScale({ width, height }, box);
  if (scale < MIN_MODULE) return null;
  const size = { width: width * scale, height: height * scale };
  const x = box.x + Math.floor((box.width - size.width) / 2);
  const y = box.y + Math.floor((box.height - size.height) / 2);
  return { x, y, ...size };
}

/**
 * A code as black rectangles: each is a run of dark modules, as high as the rows below repeat it. Null when they are too
 * many.
 */
export function codeElements(
  { width, height, bits }: CodeModules,
  { x, y, scale }: Place,
): ElementInput[] | null {
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

/** A QR code with its upper right corner at a place; null when the text is too long for the room. */
export function drawQrCode(
  text: string,
  place: { right: number; top: number; room: number },
): { elements: ElementInput[]; side: number } | null {
  try {
    const drawn = qrModules(text, place);
    const modules = drawn.elements.reduce((least, element) => Math.min(least, element.frame.height), 99);
    return drawn.elements.length > MAX_QR_ELEMENTS || modules < MIN_MODULE ? null : drawn;
  } catch (error) {
    // Too much text for a code, or too many modules for the room.
    if (error instanceof RangeError || text.length > 300) return null;
    throw error;
  }
}
