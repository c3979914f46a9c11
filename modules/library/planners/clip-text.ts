/** UTF-16 units around a cut that are examined for the end of a grapheme; no real grapheme is longer. */
const REACH = 64;

/** Half of a flag, in UTF-16. */
const FLAG_LETTER = /\ud83c[\udde6-\uddff]/;
const LONGEST_ROW = 4096;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The last boundary between two graphemes at or before `most` UTF-16 units. */
export function cutPlace(text: string, most: number): number {
  if (text.length <= most) return text.length;
  let from = Math.max(0, most - REACH);
  // A flag is a pair of letters; the start of the row of letters determines the pairs.
  const inRow = () => FLAG_LETTER.test(text.slice(Math.max(0, from - 2), from + 2));
  while (from > 0 && most - from < LONGEST_ROW && inRow()) from--;
  const found = graphemes.segment(text.slice(from, most + REACH)).containing(most - from);
  const place = from + (found?.index ?? most - from);
  return place === from && from > 0 ? most : place;
}

/** At most `most` UTF-16 units, cut between words if possible, with an ellipsis if cut. */
export function clipText(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  const cut = whole.slice(0, cutPlace(whole, most - 1));
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The text on one line. */
export function clipLine(text: string, most: number): string {
  return clipText(text.replace(/\s+/gu, ' '), most);
}
