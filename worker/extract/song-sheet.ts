/** A chord as guitarists write it: `Am`, `F#m7`, `C/G`; German and Nordic books have H. */
const CHORD =
  /^\(?[A-H](?:[#b♯♭])?(?:maj|min|dim|aug|sus|add|m|M)?(?:[245679]|1[13])?(?:(?:sus|add|maj)\d{1,2})?(?:\/[A-H][#b♯♭]?)?\)?$/u;
const MIN_LINES = 2;
/** Words below chords, at least. */
const MIN_SUNG = 3;
const MAX_LINE = 200;

/** Chords above the words that they are played with: columns matter. */
export function isSongSheet(lines: string[]): boolean {
  const isChords = lines.map((line) => {
    const names = line.length <= MAX_LINE ? line.trim().split(/[\s|]+/u) : [];
    return names.length > 0 && names.every((name) => CHORD.test(name));
  });
  // Marks stand below subjects, seats beside names.
  const isSung = (at: number) => (lines[at]?.match(/\p{L}{2,}/gu) ?? []).length >= MIN_SUNG && !isChords[at];
  const above = lines.filter((_, at) => isChords[at] && isSung(at + 1));
  // One letter alone may be anything.
  const several = above.filter((line) => /\S\s+\S/u.test(line.trim()));
  return several.length >= MIN_LINES && above.length * 4 >= lines.filter((line) => line.trim() !== '').length;
}
