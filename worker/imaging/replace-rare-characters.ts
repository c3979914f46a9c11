/**
 * Single characters for degrees (`℃`), letters in brackets (`㈜`), letters of formulas (`𝑄`) and subscripts (`H₂O`).
 */
const JOINED =
  /[℃℉㈀-㈞㈠-㉃\u2080-\u209c\u2102\u210a-\u2115\u2119-\u211d\u2124\u2128\u212c-\u2138\u{1d400}-\u{1d7ff}]/gu;
/** Fractions other than halves and quarters, with the digit before them: `1⅓`. */
const FRACTION = /(\p{Nd}?)([\u2150-\u215f\u2189])/gu;
/** Superscript digits, of which Latin fonts have only the first three. */
const POWER = /[¹²³]{0,9}[\u2070\u2071\u2074-\u207f][¹²³\u2070\u2071\u2074-\u207f]{0,20}/g;
/** Lines of boxes and trees. In monospaced text they must be as wide as letters. */
const BOX_LINE = /[\u2500-\u257f]/g;
const LEVEL = '─━┄┅┈┉╌╍═╴╶╸╺╼╾';
const UPRIGHT = '│┃┆┇┊┋╎╏║╵╷╹╻╽╿';
/** Further characters that no font of the project has, or not for every script, and their nearest replacements. */
const NEAREST: Record<string, string> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2015': '—',
  '\u2023': '•',
  '\u2217': '*',
  '\u22c6': '*',
  '\u301c': '～',
  '\u2571': '/',
  '\u2572': '\\',
  '\u2573': 'x',
};
const OTHERS = /[\u2010\u2011\u2015\u2023\u2217\u22c6\u301c\u2571-\u2573]/g;

/**
 * Composes characters (NFC), and replaces those that few fonts have: a fraction by its digits and a slash, a power by `^`, a tree
 * of lines by what `tree --charset=ascii` draws.
 */
export const replaceRareCharacters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(JOINED, (sign) => sign.normalize('NFKC'))
    .replace(FRACTION, (_, whole: string, sign: string) => `${whole && `${whole} `}${sign.normalize('NFKC')}`)
    .replace(POWER, (signs) => `^${signs.normalize('NFKC')}`)
    .replace(OTHERS, (sign) => NEAREST[sign] ?? sign)
    .replace(BOX_LINE, (line) => (LEVEL.includes(line) ? '-' : UPRIGHT.includes(line) ? '|' : '+'));
