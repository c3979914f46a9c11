import { type Lettering, measureWith } from './measuring-context.ts';
import type { PreparedTexts } from './prepared-text.ts';
import { type TextProperties, textPropertiesSchema } from './scene.ts';
import { setText } from './set-text.ts';

export interface MeasuredText {
  /** Size in pixels; with `minSize` the chosen one. */
  size: number;
  lines: string[];
  /** Width of the longest line, and height of all lines, in whole pixels. */
  readonly width: number;
  height: number;
  /** Line height in ems: at least the requested one. */
  lineHeight: number;
  /** Whether text was cut, with an ellipsis. */
  cut: boolean;
  /** Whether a word was broken because no line could hold it. */
  broken: boolean;
  rightToLeft: boolean;
}

/**
 * Measures a text element in a box without drawing it, by the computation that drawing uses. `texts` caches the parts that
 * other boxes and sizes of the same text share.
 */
export function measureText(
  box: { width: number; height: number },
  input: Partial<TextProperties> & { text: string },
  texts?: PreparedTexts,
): MeasuredText {
  const properties = textPropertiesSchema.parse(input);
  const { lettering, size, lines, lineHeight, cut, broken } = setText(box, properties, texts);
  const height = Math.ceil(lines.length * size * lineHeight - 0.001);
  let width: number | undefined;
  return {
    size,
    lines,
    height,
    lineHeight,
    cut,
    broken,
    rightToLeft: lettering.rightToLeft,
    // Measured on demand: most callers need only the lines, and measuring them takes longer than breaking the text.
    get width() {
      width ??= widest(lettering, lines);
      return width;
    },
  };
}

/** Width of the longest line, without the spacing after its last letter. */
function widest(lettering: Lettering, lines: string[]): number {
  let most = 0;
  for (const line of lines) most = Math.max(most, measureWith(lettering, line).width);
  return Math.ceil(most > 0 ? most - lettering.letterSpacing : 0);
}
