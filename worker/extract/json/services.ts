import { isObject, type Json } from './fields.ts';

/** Documents of services that say the same thing in parts far from each other, as others say it. */

/** An address of a network interface as iproute2 lists it (`ip -j addr`); null for any other object. */
export function networkAddress(object: Json): string | null {
  const { family, local, prefixlen } = object;
  const isAddress = typeof family === 'string' && /^inet6?$/.test(family) && typeof local === 'string';
  return isAddress && typeof prefixlen === 'number' ? `${local}/${prefixlen}` : null;
}

/** A price of Yahoo Finance with its course, whose times and values are lists of their own; any other object as it is. */
export function asQuote(object: Json): Json {
  const { meta, timestamp, indicators, ...rest } = object;
  const [quote] = isObject(indicators) && Array.isArray(indicators.quote) ? indicators.quote : [];
  if (!isObject(meta) || !Array.isArray(timestamp) || !isObject(quote)) return object;
  const { longName, shortName, symbol, currency, regularMarketPrice: price, regularMarketTime: time } = meta;
  if (typeof price !== 'number' || typeof symbol !== 'string') return object;
  const columns = ['close', 'high', 'low', 'open', 'volume'].filter((name) => Array.isArray(quote[name]));
  const rows = timestamp.map((at, index) => ({
    time: at,
    ...Object.fromEntries(columns.map((name) => [name, (quote[name] as unknown[])[index]])),
  }));
  return {
    name: longName ?? shortName ?? symbol,
    price,
    ...(typeof currency === 'string' && { currency }),
    symbol,
    previousClose: meta.previousClose ?? meta.chartPreviousClose,
    dayHigh: meta.regularMarketDayHigh,
    dayLow: meta.regularMarketDayLow,
    yearHigh: meta.fiftyTwoWeekHigh,
    yearLow: meta.fiftyTwoWeekLow,
    time,
    ...rest,
    course: rows,
  };
}
