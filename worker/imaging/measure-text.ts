import { createCanvas, type SKRSContext2D } from './canvas.ts';
import { type TextProperties, textPropertiesSchema } from './scene.ts';
import { setText } from './set-text.ts';

export interface MeasuredText {
  /** Pixels; with `minSize` the one that was chosen. */
  size: number;
  lines: string[];
  /** Width of the longest line, and height of all lines, in whole pixels. */
  width: number;
  height: number;
  /** Of a line, in ems: at least the requested one. */
  lineHeight: number;
  /** Text was left out, and an ellipsis says so. */
  cut: boolean;
  /** A word was broken because no line could hold it. */
  broken: boolean;
  rightToLeft: boolean;
}

let kept: SKRSContext2D | undefined;

/** How a text element will look in a box, without drawing it: the very computation that drawing does. */
export function measureText(
  box: { width: number; height: number },
  input: Partial<TextProperties> & { text: string },
): MeasuredText {
  const properties = textPropertiesSchema.parse(input);
  kept ??= createCanvas(1, 1).getContext('2d');
  const { font, letterSpacing, size, lines, lineHeight, ...rest } = setText(kept, box, properties);
  kept.font = font;
  kept.letterSpacing = `${letterSpacing}px`;
  let widest = 0;
  for (const line of lines) widest = Math.max(widest, kept.measureText(line).width);
  const width = Math.ceil(widest - (widest > 0 ? letterSpacing : 0));
  const height = Math.ceil(lines.length * size * lineHeight - 0.001);
  const { cut, broken, rightToLeft } = rest;
  return { size, lines, width, height, lineHeight, cut, broken, rightToLeft };
}
