import { measureWith } from './measuring-context.ts';
import type { PreparedTexts } from './prepared-text.ts';
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

/**
 * How a text element will look in a box, without drawing it: the very computation that drawing does. `texts` keeps what
 * further boxes and sizes of the same text have in common.
 */
export function measureText(
  box: { width: number; height: number },
  input: Partial<TextProperties> & { text: string },
  texts?: PreparedTexts,
): MeasuredText {
  const properties = textPropertiesSchema.parse(input);
  const { lettering, size, lines, lineHeight, cut, broken } = setText(box, properties, texts);
  const { letterSpacing, rightToLeft } = lettering;
  let widest = 0;
  for (const line of lines) widest = Math.max(widest, measureWith(lettering, line).width);
  const width = Math.ceil(widest - (widest > 0 ? letterSpacing : 0));
  const height = Math.ceil(lines.length * size * lineHeight - 0.001);
  return { size, lines, width, height, lineHeight, cut, broken, rightToLeft };
}
