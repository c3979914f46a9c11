/**
 * Canonical composition (NFC), and degrees (`℃`) and letters in brackets (`㈜`) in one sign, which few fonts have, as the
 * signs that they are made of.
 */
export const plainSigns = (text: string): string =>
  text.normalize('NFC').replace(/[℃℉㈀-㈞㈠-㉃]/g, (sign) => sign.normalize('NFKC'));
