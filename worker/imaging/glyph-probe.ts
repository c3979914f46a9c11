import { createCanvas, type SKRSContext2D } from './canvas.ts';

/** Of a private plane: no font has it. */
const UNKNOWN = '\u{10fffd}';
const SIZE = 32;
const SIDE = 64;

let kept: SKRSContext2D | undefined;

/**
 * The characters that are drawn as the box that stands for a missing glyph.
 * @param families a CSS family list of registered fonts, of `withoutMachineFonts`
 */
export function drawnAsBox(characters: Iterable<string>, families: string): string[] {
  kept ??= createCanvas(SIDE, SIDE).getContext('2d');
  const context = kept;
  context.font = `400 ${SIZE}px ${families}`;
  const boxWidth = context.measureText(UNKNOWN).width;
  const box = pixelsOf(context, UNKNOWN);
  return [...characters].filter(
    (character) =>
      context.measureText(character).width === boxWidth && pixelsOf(context, character).equals(box),
  );
}

function pixelsOf(context: SKRSContext2D, character: string): Buffer {
  context.clearRect(0, 0, SIDE, SIDE);
  context.fillText(character, SIDE / 8, (SIDE * 3) / 4);
  return Buffer.from(context.getImageData(0, 0, SIDE, SIDE).data);
}
