import type { Picture } from './decode-png.ts';
import { dither, scaleDown, toGrey } from './scale.ts';

/** The steps of the 6x6x6 cube in the palette of 256 colours, as xterm has them. */
const CUBE = [0, 95, 135, 175, 215, 255];
const BLACK_AND_WHITE = [0, 255];

export type Depth = 'full' | '256' | 'none';

/** Half blocks: each place of the terminal shows two pixels, one above the other. The picture stays in proportion. */
export function drawBlocks(picture: Picture, columns: number, rows: number, depth: Depth): string {
  const scale = Math.min(1, columns / picture.width, (rows * 2) / picture.height);
  const width = Math.max(1, Math.floor(picture.width * scale));
  const height = Math.max(2, Math.floor((picture.height * scale) / 2) * 2);
  const scaled = scaleDown(picture, width, Math.min(height, picture.height));
  if (depth === 'none') return drawShapes(dither(toGrey(scaled), BLACK_AND_WHITE));
  const drawn = depth === '256' ? dither(scaled, CUBE) : scaled;
  const code = depth === '256' ? cubeCode : fullCode;
  return drawRows(drawn, (upper, lower) => `\x1b[38;${code(upper)};48;${code(lower)}m▀`, '\x1b[0m');
}

/** Without colours: a light dot is a block in the colour of the letters. */
function drawShapes(picture: Picture): string {
  return drawRows(picture, ([upper = 0], [lower = 0]) => {
    if (upper) return lower ? '█' : '▀';
    return lower ? '▄' : ' ';
  });
}

type Pixel = [number, number, number];

function drawRows(
  { width, height, rgb }: Picture,
  draw: (upper: Pixel, lower: Pixel) => string,
  end = '',
): string {
  const pixel = (x: number, y: number): Pixel => {
    const at = (Math.min(y, height - 1) * width + x) * 3;
    return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
  };
  let text = '';
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x++) text += draw(pixel(x, y), pixel(x, y + 1));
    text += `${end}\n`;
  }
  return text;
}

function fullCode([red, green, blue]: Pixel): string {
  return `2;${red};${green};${blue}`;
}

function cubeCode(pixel: Pixel): string {
  const [red = 0, green = 0, blue = 0] = pixel.map((value) => CUBE.indexOf(value));
  return `5;${16 + red * 36 + green * 6 + blue}`;
}
