import { z } from 'zod';
import { addSeconds } from '#shared/clock.ts';
import { processingUnavailable } from '#shared/errors.ts';
import type { Subscription } from '../../billing.ts';
import { Customer } from '../../models/customer.ts';
import { type StripeSession, stripeSession } from '../client/objects.ts';
import type { Parameters } from '../client/stripe-client.ts';
import { isKeySpent, StripeError } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';
import { alreadySubscribed, planNotSold } from '../errors.ts';
import { expireSession } from '../offboarding/end-subscriptions.ts';
import { holdsPlan, narrowStatus } from '../sync/choose-subscription.ts';
import { syncCustomer } from '../sync/sync-customer.ts';
import { ensureCustomer, forgetIfDeleted, type KnownCustomer } from './ensure-customer.ts';
import { beginNextAttempt, withIdempotencyKey } from './idempotency-key.ts';
import { returnAddress } from './return-address.ts';

export interface CheckoutRequest {
  plan: Subscription['plan'];
  interval: Subscription['interval'];
}

/** Stripe closes a checkout after a day. An hour later its outcome is certain. */
const CHECKOUT_SETTLED_SECONDS = 25 * 3600;
/** An open checkout is reused if it stays open for at least this time. */
const MIN_REMAINING_SECONDS = 3600;
/** An attempt fails only if another call of the same user interferes. */
const MAX_CHECKOUT_ATTEMPTS = 10;

/**
 * Returns the address of the page where the user pays for a plan. At most one is open at a time, so that no user pays
 * twice: a request for the same plan gets the same page, a request for another plan closes it.
 * @throws {AppError} `400` for a plan that is not sold, `409 invalid_state` for a user with a subscription
 * @throws {StripeError}
 */
export async function startCheckout(
  context: StripeContext,
  userId: string,
  request: CheckoutRequest,
): Promise<string> {
  const price = context.catalogue[request.plan].prices[request.interval];
  if (price === null) throw planNotSold(request);
  const order: Order = { ...request, price, userId };
  for (let left = MAX_CHECKOUT_ATTEMPTS; ; left--) {
    const customer = await ensureCustomer(context, userId);
    try {
      const url = await openCheckout(context, customer, order);
      if (url !== null) return url;
    } catch (error) {
      if (!(error instanceof StripeError && error.failure === 'refused')) throw error;
      if (!(await forgetIfDeleted(context, customer))) throw error;
    }
    if (left > 0) continue;
    // If the key was used without a result, the next call uses a new one.
    await beginNextAttempt(context.db, customer);
    throw processingUnavailable('There are too many checkouts of this account at the same time.');
  }
}

interface Order extends CheckoutRequest {
  userId: string;
  price: string;
}

const newest = z.object({ data: z.array(stripeSession) });

/** Returns null if another call for this customer interfered: the caller must try again. */
async function openCheckout(
  context: StripeContext,
  customer: KnownCustomer,
  order: Order,
): Promise<string | null> {
  const { clock, db, stripe } = context;
  const mine = { customer: customer.stripeCustomerId, limit: 1 };
  const [latest] = (await stripe.get('/v1/checkout/sessions', mine, newest)).data;
  const open = latest?.status === 'open' ? latest : null;
  const reusable = open && fits(open, order, clock.now()) ? open.url : null;
  if (open && !reusable && !(await expireSession(stripe, open.id))) return null;
  // Read after the checkout was expired, so that a recent payment in it is included.
  const subscriptions = await syncCustomer(context, customer);
  if (subscriptions.some(({ status }) => holdsPlan(narrowStatus(status)))) throw alreadySubscribed();
  // A checkout of a deleted customer cannot be paid.
  if (reusable) return (await forgetIfDeleted(context, customer)) ? null : reusable;
  if (latest?.metadata?.attempt === String(customer.attempt)) {
    await beginNextAttempt(db, customer); // the checkout of this attempt is over
    return null;
  }
  const certainAt = addSeconds(clock.now(), CHECKOUT_SETTLED_SECONDS);
  await Customer.query(db)
    .findById(order.userId)
    .patch({ nextReadAt: certainAt, checkoutCertainAt: certainAt });
  try {
    const parameters = checkoutParameters(context, customer, order);
    const session = await withIdempotencyKey(
      context,
      customer,
      `checkout:${customer.stripeCustomerId}`,
      (key) => stripe.post('/v1/checkout/sessions', parameters, stripeSession, key),
    );
    return session.url ?? null;
  } catch (error) {
    if (isKeySpent(error)) return null; // used for another plan
    throw error;
  }
}

function fits({ expires_at, metadata }: StripeSession, { price }: Order, now: Date): boolean {
  return metadata?.price === price && expires_at * 1000 > addSeconds(now, MIN_REMAINING_SECONDS).getTime();
}

function checkoutParameters(
  { config }: StripeContext,
  { attempt, stripeCustomerId }: KnownCustomer,
  order: Order,
): Parameters {
  const { userId, plan, interval, price } = order;
  return {
    mode: 'subscription',
    customer: stripeCustomerId,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    metadata: { userId, plan, interval, price, attempt: String(attempt) },
    subscription_data: { metadata: { userId, plan, interval } },
    success_url: returnAddress(config, 'done'),
    cancel_url: returnAddress(config, 'cancelled'),
  };
}
