import { createCanvas, type SKRSContext2D } from './canvas.ts';

/** A character of a private plane, which no font has. */
const UNASSIGNED_CHARACTER = '\u{10fffd}';
const PROBE_FONT_PIXELS = 32;
const PROBE_SIDE = 64;

let kept: SKRSContext2D | undefined;

/**
 * Returns the characters that are drawn as the box for missing glyphs.
 * @param families a CSS family list of registered fonts, of `withoutMachineFonts`
 */
export function drawnAsBox(characters: Iterable<string>, families: string): string[] {
  kept ??= createCanvas(PROBE_SIDE, PROBE_SIDE).getContext('2d');
  const context = kept;
  context.font = `400 ${PROBE_FONT_PIXELS}px ${families}`;
  const boxWidth = context.measureText(UNASSIGNED_CHARACTER).width;
  const box = pixelsOf(context, UNASSIGNED_CHARACTER);
  return [...characters].filter(
    (character) =>
      context.measureText(character).width === boxWidth && pixelsOf(context, character).equals(box),
  );
}

function pixelsOf(context: SKRSContext2D, character: string): Buffer {
  context.clearRect(0, 0, PROBE_SIDE, PROBE_SIDE);
  context.fillText(character, PROBE_SIDE / 8, (PROBE_SIDE * 3) / 4);
  return Buffer.from(context.getImageData(0, 0, PROBE_SIDE, PROBE_SIDE).data);
}
