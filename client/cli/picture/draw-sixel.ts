import type { Picture } from './decode-png.ts';
import { dither, scaleDown } from './scale.ts';

/** Six steps in each channel: 216 colours, below the 256 that every sixel terminal has. */
const STEPS = [0, 51, 102, 153, 204, 255];
const BAND = 6;

/** The picture as sixels (DEC STD 070, chapter 9), at most `maxWidth` pixels wide. */
export function drawSixel(picture: Picture, maxWidth: number): string {
  const scale = Math.min(1, maxWidth / picture.width);
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.floor(side * scale)),
  );
  const { rgb } = dither(scaleDown(picture, width ?? 1, height ?? 1), STEPS);
  const indexes = new Uint8Array((width ?? 1) * (height ?? 1));
  for (let i = 0; i < indexes.length; i++)
    indexes[i] = step(rgb[i * 3]) * 36 + step(rgb[i * 3 + 1]) * 6 + step(rgb[i * 3 + 2]);
  let text = `\x1bPq"1;1;${width};${height}${palette([...new Set(indexes)])}`;
  for (let top = 0; top < (height ?? 1); top += BAND) text += drawBand(indexes, width ?? 1, top);
  return `${text}\x1b\\\n`;
}

function step(value = 0): number {
  return STEPS.indexOf(value);
}

/** Each colour in percent of red, green and blue. */
function palette(colours: number[]): string {
  const parts = (colour: number) => [Math.floor(colour / 36), Math.floor(colour / 6) % 6, colour % 6];
  return colours
    .map(
      (colour) =>
        `#${colour};2;${parts(colour)
          .map((part) => part * 20)
          .join(';')}`,
    )
    .join('');
}

/** Six rows: for each colour in them, the dots of each column as one letter. */
function drawBand(indexes: Uint8Array, width: number, top: number): string {
  const band = indexes.subarray(top * width, (top + BAND) * width);
  const lines = [...new Set(band)].map((colour) => {
    let line = `#${colour}`;
    let run = 0;
    let last = '';
    for (let x = 0; x <= width; x++) {
      const letter = x < width ? sixel(band, width, x, colour) : '';
      if (letter !== last) {
        line += run > 3 ? `!${run}${last}` : last.repeat(run);
        run = 0;
        last = letter;
      }
      run++;
    }
    return line;
  });
  return `${lines.join('$')}-`;
}

function sixel(band: Uint8Array, width: number, x: number, colour: number): string {
  let dots = 0;
  for (let row = 0; row < BAND && row * width + x < band.length; row++)
    if (band[row * width + x] === colour) dots |= 1 << row;
  return String.fromCharCode(63 + dots);
}
