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

/** Stripe closes a checkout after a day; an hour later it is certain what became of it. */
const CHECKOUT_SETTLED_SECONDS = 25 * 3600;
/** An open checkout is handed out again while it has this long to go. */
const MIN_REMAINING_SECONDS = 3600;
/** Each lost race means that another call of the same user went ahead. */
const MAX_CHECKOUT_ATTEMPTS = 10;

/**
 * The address of the page where the user pays for a plan. There is at most one open at a time, so that no user pays
 * twice: the same wish gets the same page, another wish closes it.
 * @throws {AppError} `400` for what is not sold, `409 invalid_state` for who pays already
 * @throws {StripeError}
 */
export async function startCheckout(
  context: StripeContext,
  userId: string,
  wish: CheckoutRequest,
): Promise<string> {
  const price = context.catalogue[wish.plan].prices[wish.interval];
  if (price === null) throw planNotSold(wish);
  const order: Order = { ...wish, price, userId };
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
    // Should the key have been spent on something that came to nothing, the next call is not held up by it.
    await beginNextAttempt(context.db, customer);
    throw processingUnavailable('There are too many checkouts of this account at the same moment.');
  }
}

interface Order extends CheckoutRequest {
  userId: string;
  price: string;
}

const newest = z.object({ data: z.array(stripeSession) });

/** Null when another call for this customer came in between: it has to be looked at again. */
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
  // After the checkout, so that a payment in it just now is seen here.
  const subscriptions = await syncCustomer(context, customer);
  if (subscriptions.some(({ status }) => holdsPlan(narrowStatus(status)))) throw alreadySubscribed();
  // No payment is possible any more where the customer is gone.
  if (reusable) return (await forgetIfDeleted(context, customer)) ? null : reusable;
  if (latest?.metadata?.attempt === String(customer.attempt)) {
    await beginNextAttempt(db, customer); // what was made in this one is over
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
    if (isKeySpent(error)) return null; // on another wish
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
