/** Canonical composition (NFC), and degrees in one sign (`℃`), which few fonts have, as the two signs that they are. */
export const plainSigns = (text: string): string =>
  text.normalize('NFC').replace(/[℃℉]/g, (sign) => sign.normalize('NFKC'));
