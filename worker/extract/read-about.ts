import { type About, blankAbout } from './about.ts';
import type { EventTime } from './blocks.ts';
import { listOf, objectOf, textOf, toSeconds, toText } from './item-values.ts';

type Values = Record<string, unknown>;

export function eventAbout(values: Values): About {
  const status = textOf(values, 'eventStatus') ?? '';
  return {
    ...blankAbout('event'),
    start: toEventTime(textOf(values, 'startDate')),
    end: toEventTime(textOf(values, 'endDate')),
    place: toPlace(values.location),
    price: toPrice(values.offers),
    status: /Cancelled$/.test(status)
      ? 'cancelled'
      : /Postponed$/.test(status)
        ? 'postponed'
        : soldOut(values.offers),
  };
}

export function productAbout(values: Values): About {
  const about = blankAbout('product');
  return {
    ...about,
    place: values.address === undefined ? null : toPlace({ address: values.address }),
    price: toPrice(values.offers),
    rating: toRating(values.aggregateRating),
    seconds: toSeconds(textOf(values, 'duration')),
    status: soldOut(values.offers),
  };
}

/** Who gives work, where and for how much. */
export function jobAbout(values: Values): About {
  const salary = objectOf(values.baseSalary) ?? {};
  const range = objectOf(salary.value) ?? salary;
  const amounts = ['minValue', 'value', 'maxValue'].flatMap((name) => toAmount(textOf(range, name)) ?? []);
  const [from, to] = [Math.min(...amounts), Math.max(...amounts)];
  const currency = toCurrency(textOf(salary, 'currency') ?? textOf(range, 'currency'));
  const where = listOf(values.jobLocation).map(toPlace)[0] ?? null;
  const company =
    toText(values.hiringOrganization) ?? textOf(objectOf(values.hiringOrganization) ?? {}, 'name');
  return {
    ...blankAbout('article'),
    place: [company, where].filter((part) => part).join(', ') || null,
    price: amounts.length > 0 && from > 0 ? { from, to: to > from ? to : null, currency } : null,
  };
}

export function videoAbout(values: Values): About {
  return { ...blankAbout('video'), seconds: toSeconds(textOf(values, 'duration')) };
}

/** The local time at the place of the event: the time as written, without its offset. */
export function toEventTime(text: string | null): EventTime | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}))?)?/.exec(text ?? '');
  if (!match?.[1] || Number.isNaN(Date.parse(match[1]))) return null;
  return match[2] ? `${match[1]}T${match[2]}:${match[3] ?? '00'}` : match[1];
}

function toPlace(location: unknown): string | null {
  const place = objectOf(location);
  if (!place) return toText(location);
  const address = objectOf(place.address);
  const parts = address
    ? [textOf(address, 'streetAddress'), textOf(address, 'addressLocality')]
    : [toText(place.address)];
  const name = textOf(place, 'name');
  const where = parts.filter((part) => part && !name?.includes(part)).join(', ');
  if (name === null || where.startsWith(name)) return where || null;
  return where === '' ? name : `${name}, ${where}`;
}

/** The lowest and the highest price of all offers in the currency of the first. */
function toPrice(offers: unknown): About['price'] {
  const found: { amount: number; currency: string | null }[] = [];
  for (const offer of listOf(offers).slice(0, 100)) {
    const values = objectOf(offer);
    if (!values) continue;
    const specified = objectOf(values.priceSpecification) ?? {};
    const currency = toCurrency(textOf(values, 'priceCurrency') ?? textOf(specified, 'priceCurrency'));
    for (const name of ['price', 'lowPrice', 'highPrice']) {
      const amount = toAmount(textOf(values, name) ?? textOf(specified, name));
      if (amount !== null) found.push({ amount, currency });
    }
  }
  const currency = found[0]?.currency ?? null;
  const amounts = found.filter((each) => each.currency === currency).map(({ amount }) => amount);
  if (amounts.length === 0) return null;
  const [from, to] = [Math.min(...amounts), Math.max(...amounts)];
  return { from, to: to > from ? to : null, currency };
}

export function toCurrency(text: string | null): string | null {
  return text && /^[A-Z]{3}$/i.test(text) ? text.toUpperCase() : null;
}

/** `1,299.00`, `1.299,00` and `1299` are one amount: the last mark with one or two digits after it is the decimal mark. */
export function toAmount(text: string | null): number | null {
  const match = /\d[\d.,\s']{0,20}/.exec(text ?? '')?.[0].trim();
  if (!match) return null;
  const [, whole = '', cents = '0'] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(match.replace(/[.,]$/, '')) ?? [];
  const amount = Number(`${whole.replace(/\D/g, '')}.${cents}`);
  return Number.isFinite(amount) ? amount : null;
}

function toRating(rating: unknown): About['rating'] {
  const values = objectOf(rating) ?? {};
  const value = Number(textOf(values, 'ratingValue')?.replace(',', '.'));
  // Without a best rating it is 5 by definition, but sites that rate up to 10 omit it as well.
  const best = Number(textOf(values, 'bestRating') ?? (value > 5 ? 10 : 5));
  const count = Number(textOf(values, 'ratingCount', 'reviewCount') ?? Number.NaN);
  if (!(value > 0 && value <= best && best <= 100)) return null;
  return { value, best, count: Number.isInteger(count) && count > 0 ? count : null };
}

function soldOut(offers: unknown): About['status'] {
  const states = listOf(offers).map((offer) => textOf(objectOf(offer) ?? {}, 'availability') ?? '');
  const gone =
    states.length > 0 && states.every((state) => /(?:SoldOut|OutOfStock|Discontinued)$/.test(state));
  return gone ? 'sold_out' : null;
}
