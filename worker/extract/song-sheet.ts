import { UNSPACED_LETTER } from '#shared/count-words.ts';

/** A chord as guitarists write it: `Am`, `F#m7`, `C/G`; German and Nordic books have H. */
const CHORD =
  /^\(?[A-H](?:[#b♯♭])?(?:maj|min|dim|aug|sus|add|m|M)?(?:[245679]|1[13])?(?:(?:sus|add|maj)\d{1,2})?(?:\/[A-H][#b♯♭]?)?\)?$/u;
const MIN_LINES = 2;
/** A chord with more than a letter and a digit, unlike school marks and seats. */
const NAMED_CHORD = /(?:^|[\s|(])[A-H](?:[#b♯♭]|maj|min|dim|aug|sus|add|m|\/[A-H])/u;
const WIDE_GAP = /\S\s{3,}\S/u;
/** Least number of words in a line below chords; least number of letters if the chords are certain. */
const MIN_WORDS_BELOW = 3;
const MIN_LETTERS = 5;
const UNSPACED_WORDS = new RegExp(`${UNSPACED_LETTER.source}{5,}`, 'u');
const MAX_LINE = 200;

/** Whether the lines are a song with chords above the words, whose columns must be kept. */
export function isSongSheet(lines: string[]): boolean {
  const isChords = lines.map((line) => {
    const names = line.length <= MAX_LINE ? line.trim().split(/[\s|]+/u) : [];
    return names.length > 0 && names.every((name) => CHORD.test(name));
  });
  const chords = lines.filter((_, at) => isChords[at]);
  // Lines of single letters may also be school marks above subjects, or seats beside names.
  const isPlayed = chords.some((line) => NAMED_CHORD.test(line));
  const isSung = (at: number) => {
    const line = lines[at] ?? '';
    if (isChords[at] || line.length > MAX_LINE) return false;
    const isShort = isPlayed || (WIDE_GAP.test(lines[at - 1] ?? '') && !WIDE_GAP.test(line));
    const letters = line.match(/\p{L}/gu)?.length ?? 0;
    return (
      (line.match(/\p{L}{2,}/gu) ?? []).length >= MIN_WORDS_BELOW ||
      UNSPACED_WORDS.test(line) ||
      (isShort && letters >= MIN_LETTERS)
    );
  };
  const above = lines.filter((_, at) => isChords[at] && isSung(at + 1));
  // A single letter alone is not enough.
  const several = above.filter((line) => /\S\s+\S/u.test(line.trim()));
  return several.length >= MIN_LINES && above.length * 4 >= lines.filter((line) => line.trim() !== '').length;
}
