import type { Config } from '#shared/config.ts';

/** The address to which a page of Stripe returns. `checkout` in the query is the outcome. */
export function returnAddress(
  { BILLING_RETURN_URL }: Pick<Config, 'BILLING_RETURN_URL'>,
  checkout?: 'done' | 'cancelled',
): string {
  const address = new URL(BILLING_RETURN_URL);
  if (checkout) address.searchParams.set('checkout', checkout);
  return address.href;
}
