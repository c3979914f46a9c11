import type { Measure } from './wrap-text.ts';

/** Cached words of all styles: some two megabytes for each thread. Beyond this the cache is emptied. */
const MAX_CACHED_WORDS = 20_000;
/** Longer texts are not cached, because lines and paragraphs are rarely measured twice. */
const MAX_CACHED_LETTERS = 24;

const kept = new Map<string, Map<string, number>>();
let count = 0;

/**
 * A measure that remembers the words of a style: the same few hundred are asked for with every size that is tried, on
 * page after page. `style`: everything but the word that their widths depend on.
 */
export function rememberWidths(style: string, measure: Measure): Measure {
  return (text) => {
    if (text.length > MAX_CACHED_LETTERS) return measure(text);
    const known = kept.get(style)?.get(text);
    if (known !== undefined) return known;
    const width = measure(text);
    keep(style, text, width);
    return width;
  };
}

function keep(style: string, text: string, width: number): void {
  if (count === MAX_CACHED_WORDS) {
    kept.clear();
    count = 0;
  }
  const widths = kept.get(style) ?? new Map<string, number>();
  kept.set(style, widths.set(text, width));
  count++;
}
