import { isObject, type Json } from './fields.ts';

/** Converts the documents of some services to the common form. */

/** An address of a network interface in the form of iproute2 (`ip -j addr`); null for any other object. */
export function readNetworkAddress(object: Json): string | null {
  const { family, local, prefixlen } = object;
  const isAddress = typeof family === 'string' && /^inet6?$/.test(family) && typeof local === 'string';
  return isAddress && typeof prefixlen === 'number' ? `${local}/${prefixlen}` : null;
}

/** A message of IFTTT or of a shortcut, whose members are numbered: the first text is the event. */
export function readNumberedMessage(object: Json): Json {
  const { value1, value2, value3, ...rest } = object;
  if (typeof value1 !== 'string' || value1 === '' || Object.keys(rest).length > 0) return object;
  return { title: value1, message: value2, note: value3 };
}

/** A row of a league table with the short name of its team (football-data.org). */
export function readLeagueRow(object: Json): Json {
  const { team, ...rest } = object;
  const isTeam = isObject(team) && typeof team.shortName === 'string' && 'playedGames' in rest;
  return isTeam ? { team: team.shortName, ...rest } : object;
}

/** Objects with one name and one count each (AdGuard Home) as one object; null for any other list. */
export function readCounts(list: unknown[]): Json | null {
  if (list.length < 2) return null;
  const members = list.map((one) => (isObject(one) ? Object.entries(one) : []));
  const isCounts = members.every((own) => own.length === 1 && typeof own[0]?.[1] === 'number');
  const counts = members.flat();
  return isCounts && new Set(counts.map(([name]) => name)).size === counts.length
    ? Object.fromEntries(counts)
    : null;
}

/** A price of Yahoo Finance with its history, whose times and values are separate lists; any other object is unchanged. */
export function readStockQuote(object: Json): Json {
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
