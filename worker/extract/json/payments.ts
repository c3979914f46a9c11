import type { Json } from './fields.ts';

const AMOUNT = /^(?:unit_)?amount(?:_[a-z]{1,20})?$|^(?:sub)?total$/;
/** Objects of Stripe's API have their kind in their ids, currencies in lower case, and amounts in whole cents. */
const ID = /^[a-z]{2,8}_[A-Za-z0-9_]{3,100}$/;
const CURRENCY = /^[a-z]{3}$/;

/** Converts amounts of money in the smallest unit of a currency to the usual notation. */
export function formatAmounts(object: Json): Json {
  const { object: kind, ...own } = object;
  if (typeof kind !== 'string' || typeof own.id !== 'string' || !ID.test(own.id)) return object;
  const { currency, ...rest } = own;
  if (typeof currency !== 'string' || amountOf(0, currency) === null) return own;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) =>
      AMOUNT.test(name) && Number.isInteger(value)
        ? [name, amountOf(value as number, currency)]
        : [name, value],
    ),
  );
}

/** An amount that is given in the smallest unit of a currency; null for an unknown currency. */
export function amountOf(smallest: number, currency: string): string | null {
  const digits = CURRENCY.test(currency) ? digitsOf(currency) : null;
  return digits === null ? null : `${(smallest / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

/** Decimal digits of a currency (ISO 4217); null for an unknown code. */
function digitsOf(currency: string): number | null {
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) return null;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? null;
}
