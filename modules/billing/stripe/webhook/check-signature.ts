import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tolerated age of a signature: https://docs.stripe.com/webhooks#verify-manually. */
const TOLERANCE_SECONDS = 300;
/** Stripe sends fewer. Further signatures are not checked, to limit the work. */
const MAX_SIGNATURES = 10;

/**
 * Whether Stripe signed these bytes recently. The header is `t=<seconds>,v1=<hex>,v1=<hex>…`. While a secret is being
 * replaced there is a signature with each secret. Schemes other than `v1` are ignored.
 */
export function isSigned(body: Buffer, header: string | undefined, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [time = ''] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return valuesOf('v1')
    .slice(0, MAX_SIGNATURES)
    .map((signature) => Buffer.from(signature, 'hex'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
