/** UTF-16 units around a cut that decide where a grapheme ends: longer ones are no text that is read. */
const REACH = 64;

/** Half of a flag, in UTF-16. */
const FLAG_LETTER = /\ud83c[\udde6-\uddff]/;
const LONGEST_ROW = 4096;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The last place at or before `most` UTF-16 units at which the text may be cut: between two characters as they are read. */
export function cutPlace(text: string, most: number): number {
  if (text.length <= most) return text.length;
  let from = Math.max(0, most - REACH);
  // Flags are pairs of letters: which two are one flag is told from where the row of them begins.
  const inRow = () => FLAG_LETTER.test(text.slice(Math.max(0, from - 2), from + 2));
  while (from > 0 && most - from < LONGEST_ROW && inRow()) from--;
  const found = graphemes.segment(text.slice(from, most + REACH)).containing(most - from);
  const place = from + (found?.index ?? most - from);
  return place === from && from > 0 ? most : place;
}

/** At most `most` UTF-16 units, cut at a word where there is one, with an ellipsis when something is missing. */
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
