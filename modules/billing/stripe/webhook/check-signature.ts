import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may be from ours: https://docs.stripe.com/webhooks#verify-manually. */
const TOLERANCE_SECONDS = 300;
/** More signatures than Stripe ever sends are not worth the time. */
const MAX_SIGNATURES = 10;

/**
 * Whether Stripe signed these very bytes, just now. The header is `t=<seconds>,v1=<hex>,v1=<hex>…`: while a secret is
 * being replaced there is a signature under each; other schemes than `v1` count for nothing.
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
