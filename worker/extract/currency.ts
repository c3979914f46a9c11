/** Signs and codes of currencies, as part of an expression with `u`. */
export const CURRENCY = String.raw`(?:[\p{Sc}元円원]|(?<!\p{L})(?:zł|kr\.?|Kč|Ft|lei|руб\.?|CHF|EUR|USD|GBP|PLN)(?!\p{L}))`;
