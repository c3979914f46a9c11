import { encode } from 'uqr';
import type { SceneInput } from '../imaging/scene.ts';

export type ElementInput = SceneInput['elements'][number];

/**
 * A QR code as black rectangles, one for each run of dark modules, in whole pixels per module, with its top right corner
 * at (`right`, `top`) and a side of at most `room` pixels. Returns the side in pixels. The caller keeps the quiet zone
 * (four modules, ISO/IEC 18004 6.3.8) free.
 */
export function qrModules(
  text: string,
  { right, top, room }: { right: number; top: number; room: number },
): { elements: ElementInput[]; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = Math.floor(room / size);
  if (module < 1) throw new RangeError('the QR code has more modules than there are pixels');
  const side = size * module;
  const left = right - side;
  const elements: ElementInput[] = [];
  for (const [row, modules] of data.entries()) {
    for (let start = 0; start < size; start++) {
      if (!modules[start]) continue;
      let end = start;
      while (end < size && modules[end]) end++;
      elements.push({
        id: `qr-${row}-${start}`,
        type: 'shape',
        frame: {
          x: left + start * module,
          y: top + row * module,
          width: (end - start) * module,
          height: module,
        },
        properties: { shape: 'rect', fill: '#000000' },
      });
      start = end;
    }
  }
  return { elements, side };
}
