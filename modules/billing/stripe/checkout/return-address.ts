import type { Config } from '#shared/config.ts';

/** Where a page of Stripe leads back to; `checkout` in the query says how it went. */
export function returnAddress(
  { BILLING_RETURN_URL }: Pick<Config, 'BILLING_RETURN_URL'>,
  checkout?: 'done' | 'cancelled',
): string {
  const address = new URL(BILLING_RETURN_URL);
  if (checkout) address.searchParams.set('checkout', checkout);
  return address.href;
}
