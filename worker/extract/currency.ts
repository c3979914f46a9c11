/** Currency signs and codes, as part of an expression with `u`. East Asian ones may be parts of words, except after a digit. */
export const CURRENCY = String.raw`(?:\p{Sc}|(?<=\d\s?)[元円원]|(?<!\p{L})(?:zł|kr\.?|Kč|Ft|lei|руб\.?|CHF|EUR|USD|GBP|PLN)(?!\p{L}))`;
