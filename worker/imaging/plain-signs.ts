/**
 * Degrees (`℃`), letters in brackets (`㈜`), letters of formulas (`𝑄`) and lower figures (`H₂O`) in one sign.
 */
const JOINED =
  /[℃℉㈀-㈞㈠-㉃\u2080-\u209c\u2102\u210a-\u2115\u2119-\u211d\u2124\u2128\u212c-\u2138\u{1d400}-\u{1d7ff}]/gu;
/** Fractions beyond halves and quarters, with the figure before them: `1⅓`. */
const FRACTION = /(\p{Nd}?)([\u2150-\u215f\u2189])/gu;
/** Raised figures, of which Latin fonts have the first three only. */
const POWER = /[¹²³]{0,9}[\u2070\u2071\u2074-\u207f][¹²³\u2070\u2071\u2074-\u207f]{0,20}/g;
/** Lines of drawn boxes and trees. In type of a terminal they must be as wide as letters. */
const BOX_LINE = /[\u2500-\u257f]/g;
const LEVEL = '─━┄┅┈┉╌╍═╴╶╸╺╼╾';
const UPRIGHT = '│┃┆┇┊┋╎╏║╵╷╹╻╽╿';
/** Further signs that no font of the project has, or not in every script, and the nearest ones. */
const NEAREST: Record<string, string> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2015': '—',
  '\u2023': '•',
  '\u301c': '～',
  '\u2571': '/',
  '\u2572': '\\',
  '\u2573': 'x',
};
const OTHERS = /[\u2010\u2011\u2015\u2023\u301c\u2571-\u2573]/g;

/**
 * Canonical composition (NFC), and signs that few fonts have as the signs that they are made of: a fraction with its slash,
 * a power behind a `^`, a tree of lines as `tree --charset=ascii` draws it.
 */
export const plainSigns = (text: string): string =>
  text
    .normalize('NFC')
    .replace(JOINED, (sign) => sign.normalize('NFKC'))
    .replace(FRACTION, (_, whole: string, sign: string) => `${whole && `${whole} `}${sign.normalize('NFKC')}`)
    .replace(POWER, (signs) => `^${signs.normalize('NFKC')}`)
    .replace(OTHERS, (sign) => NEAREST[sign] ?? sign)
    .replace(BOX_LINE, (line) => (LEVEL.includes(line) ? '-' : UPRIGHT.includes(line) ? '|' : '+'));
