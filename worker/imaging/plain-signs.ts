/** Degrees (`℃`), letters in brackets (`㈜`) and letters of formulas (`𝑄`) in one sign. */
const JOINED = /[℃℉㈀-㈞㈠-㉃\u2102\u210a-\u2115\u2119-\u211d\u2124\u2128\u212c-\u2138\u{1d400}-\u{1d7ff}]/gu;

/**
 * Canonical composition (NFC), and signs that few fonts have as the signs that they are made of; hyphens with a code of
 * their own are plain ones, and a horizontal bar is a dash.
 */
export const plainSigns = (text: string): string =>
  text
    .normalize('NFC')
    .replace(JOINED, (sign) => sign.normalize('NFKC'))
    .replace(/[\u2010\u2011]/g, '-')
    .replaceAll('\u2015', '—');
