/** UTF-16 units around a cut that are examined for the end of a grapheme; no real grapheme is longer. */
const MAX_GRAPHEME_UNITS = 64;

/** Half of a flag, in UTF-16. */
const FLAG_LETTER = /\ud83c[\udde6-\uddff]/;
const MAX_FLAG_ROW_UNITS = 4096;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The index of the last boundary between two graphemes within the first `maxUnits` UTF-16 units. */
export function cutIndex(text: string, maxUnits: number): number {
  if (text.length <= maxUnits) return text.length;
  let from = Math.max(0, maxUnits - MAX_GRAPHEME_UNITS);
  // A flag is a pair of letters; the start of the row of letters determines the pairs.
  const isInFlagRow = () => FLAG_LETTER.test(text.slice(Math.max(0, from - 2), from + 2));
  while (from > 0 && maxUnits - from < MAX_FLAG_ROW_UNITS && isInFlagRow()) from--;
  const found = graphemes
    .segment(text.slice(from, maxUnits + MAX_GRAPHEME_UNITS))
    .containing(maxUnits - from);
  const place = from + (found?.index ?? maxUnits - from);
  return place === from && from > 0 ? maxUnits : place;
}

/** At most `maxUnits` UTF-16 units, cut between words if possible, with an ellipsis if cut. */
export function clipText(text: string, maxUnits: number): string {
  const whole = text.trim();
  if (whole.length <= maxUnits) return whole;
  const cut = whole.slice(0, cutIndex(whole, maxUnits - 1));
  const space = cut.lastIndexOf(' ');
  return `${(space > maxUnits / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The same on one line. */
export function clipLine(text: string, maxUnits: number): string {
  return clipText(text.replace(/\s+/gu, ' '), maxUnits);
}
