import { encode } from 'uqr';
import type { SceneInput } from '../imaging/scene.ts';

export type ElementInput = SceneInput['elements'][number];

/** Longer texts have less redundancy, so that their codes have fewer modules. */
const MAX_REDUNDANT = 100;

/**
 * A QR code as black rectangles, one for each run of dark modules and the equal runs below it, in whole pixels per module, with its top right corner
 * at (`right`, `top`) and a side of at most `room` pixels. Returns the side in pixels. The caller keeps the quiet zone
 * (four modules, ISO/IEC 18004 6.3.8) free.
 */
export function qrModules(
  text: string,
  { right, top, room }: { right: number; top: number; room: number },
): { elements: ElementInput[]; side: number } {
  const { data, size } = encode(text, { ecc: text.length > MAX_REDUNDANT ? 'L' : 'M', border: 0 });
  const module = Math.floor(room / size);
  if (module < 1) throw new RangeError('the QR code has more modules than there are pixels');
  const side = size * module;
  const left = right - side;
  const elements: ElementInput[] = [];
  let above = new Map<string, ElementInput>();
  for (const [row, modules] of data.entries()) {
    const own = new Map<string, ElementInput>();
    for (let start = 0; start < size; start++) {
      if (!modules[start]) continue;
      let end = start;
      while (end < size && modules[end]) end++;
      const key = `${start}-${end}`;
      const run = above.get(key);
      if (run) run.frame.height += module;
      const frame = {
        x: left + start * module,
        y: top + row * module,
        width: (end - start) * module,
        height: module,
      };
      const shown: ElementInput = run ?? {
        id: `qr-${row}-${start}`,
        type: 'shape',
        frame,
        properties: { shape: 'rect', fill: '#000000' },
      };
      if (!run) elements.push(shown);
      own.set(key, shown);
      start = end;
    }
    above = own;
  }
  return { elements, side };
}
