/**
 * The key by which names of displays are compared: NFKC, trimmed, blanks and hyphens alike, and without case by Unicode case
 * folding (`Straße` is `STRASSE`). A dotless ı stays distinct from i, which JavaScript's upper case would make equal.
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
