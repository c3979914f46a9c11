import type { TextProperties } from './scene.ts';
import type { TextWrapper } from './wrap-text.ts';

export interface FittedText {
  /** Pixels. */
  size: number;
  lines: string[];
  /** Whether text was cut, with an ellipsis. */
  cut: boolean;
  /** Whether a word was broken because no line could hold it. */
  broken: boolean;
}

/** Tolerance in ems, so that measured text is not broken by rounding. */
const WIDTH_TOLERANCE = 0.001;

/**
 * Chooses size and lines for a box. With `minSize` the largest whole size is taken at which everything fits without
 * breaking a word; if none does, or without `minSize`, the text is cut with an ellipsis.
 */
export function fitText(
  wrapper: TextWrapper,
  properties: Pick<TextProperties, 'size' | 'minSize' | 'lineHeight' | 'maxLines'> & {
    /** Least height in ems for one line. Less than the line height if marks may extend beyond it. */
    singleLine?: number;
  },
  box: { width: number; height: number },
): FittedText {
  const { lineHeight, maxLines = Number.POSITIVE_INFINITY, singleLine = lineHeight } = properties;
  // Only the middle of letters that are higher than the box would be visible.
  const size = Math.min(properties.size, box.height);
  const smallest = Math.min(properties.minSize ?? size, size);
  const room = (at: number) =>
    Math.max(1, Math.min(maxLines, Math.floor(box.height / (at * lineHeight) + WIDTH_TOLERANCE)));
  const widthAt = (at: number) => box.width / at + WIDTH_TOLERANCE;
  const fits = (at: number) =>
    at * singleLine <= box.height + WIDTH_TOLERANCE &&
    wrapper.keepsWordsWhole(widthAt(at)) &&
    !wrapper.wrap(widthAt(at), room(at)).cut;

  const best = largest(smallest, size, fits);
  const { lines, cut } = wrapper.wrap(widthAt(best), room(best));
  if (cut) lines.push(wrapper.ellipsis(lines.pop() ?? '', widthAt(best)));
  return { size: best, lines, cut, broken: !wrapper.keepsWordsWhole(widthAt(best)) };
}

/** Searches the whole sizes below `size` by bisection. Text that fits at one size practically always fits at every smaller one. */
function largest(smallest: number, size: number, fits: (size: number) => boolean): number {
  if (smallest === size || fits(size)) return size;
  let low = smallest;
  let high = size;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle <= low) break;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
