/** Signs and codes of currencies, as part of an expression with `u`. Those of East Asia are parts of words too, but not behind a digit. */
export const CURRENCY = String.raw`(?:\p{Sc}|(?<=\d\s?)[元円원]|(?<!\p{L})(?:zł|kr\.?|Kč|Ft|lei|руб\.?|CHF|EUR|USD|GBP|PLN)(?!\p{L}))`;
