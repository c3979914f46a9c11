/**
 * What names of displays are compared by: NFKC, trimmed, blanks and hyphens alike, and without case as Unicode folds it
 * in every language (`Straße` is `STRASSE`). A dotless ı is another letter than i: JavaScript's upper case makes them one.
 */
export function nameKey(name: string): string {
  const words = name
    .normalize('NFKC')
    .trim()
    .replace(/[\s-]+/g, '-');
  return words.split('ı').map(withoutCase).join('ı');
}

/** Lower case first, since a capital ẞ is its own upper case. */
function withoutCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
