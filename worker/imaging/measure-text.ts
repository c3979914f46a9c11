import { type Lettering, measureWith } from './measuring-context.ts';
import type { PreparedTexts } from './prepared-text.ts';
import { type TextProperties, textPropertiesSchema } from './scene.ts';
import { setText } from './set-text.ts';

export interface MeasuredText {
  /** Pixels; with `minSize` the one that was chosen. */
  size: number;
  lines: string[];
  /** Width of the longest line, and height of all lines, in whole pixels. */
  readonly width: number;
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
    // Measured when it is asked for: most callers need the lines alone, and measuring them takes longer than breaking the text.
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
