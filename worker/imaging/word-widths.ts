import type { Measure } from './wrap-text.ts';

/** Cached words of all styles: some two megabytes for each thread. Beyond this the cache is emptied. */
const MAX_CACHED_WORDS = 20_000;
/** Longer texts are not cached, because lines and paragraphs are rarely measured twice. */
const MAX_CACHED_LETTERS = 24;

const cache = new Map<string, Map<string, number>>();
let count = 0;

/**
 * A measure that caches the widths of words, because the same few hundred are measured for every size that is tried, on
 * every page.
 * @param style everything that widths depend on besides the word
 */
export function cacheWidths(style: string, measure: Measure): Measure {
  return (text) => {
    if (text.length > MAX_CACHED_LETTERS) return measure(text);
    const known = cache.get(style)?.get(text);
    if (known !== undefined) return known;
    const width = measure(text);
    store(style, text, width);
    return width;
  };
}

function store(style: string, text: string, width: number): void {
  if (count === MAX_CACHED_WORDS) {
    cache.clear();
    count = 0;
  }
  const widths = cache.get(style) ?? new Map<string, number>();
  cache.set(style, widths.set(text, width));
  count++;
}
