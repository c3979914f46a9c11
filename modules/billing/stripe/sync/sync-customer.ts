import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { userWasDeleted } from '#shared/db/open.ts';
import { type StripeSubscription, stripeSubscription } from '../client/objects.ts';
import type { StripeClient } from '../client/stripe-client.ts';
import { isMissing } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';
import { chooseSubscription, holdsPlan, narrowStatus, type ReadSubscription } from './choose-subscription.ts';

/** Without an event from Stripe, a paid subscription is read again this often. */
const RECHECK_SECONDS = DAY_SECONDS;

/** A customer and its user. */
export interface CustomerOfUser {
  userId: string;
  stripeCustomerId: string;
}

/**
 * Reads the customer's subscriptions from Stripe and stores the one that counts, unless a newer read is stored already.
 * Returns all subscriptions.
 * @throws {StripeError}
 */
export async function syncCustomer(
  context: StripeContext,
  customer: CustomerOfUser,
): Promise<StripeSubscription[]> {
  const { catalogue, db, log, stripe } = context;
  // Taken before the read, so that a read which begins later has a higher ticket.
  const { rows } = await db.raw(`select nextval('billing.sync_tickets') as ticket`);
  const ticket: number = rows[0].ticket;
  const subscriptions = await subscriptionsOf(stripe, customer.stripeCustomerId);
  const chosen = chooseSubscription(catalogue, subscriptions);
  if (!chosen && subscriptions.length > 0)
    log.warn({ customer: customer.stripeCustomerId }, 'a subscription is for no plan of the catalogue');
  if (subscriptions.filter(({ status }) => holdsPlan(narrowStatus(status))).length > 1)
    log.warn({ customer: customer.stripeCustomerId }, 'a customer pays for more than one subscription');
  try {
    await store(context, customer, ticket, chosen);
  } catch (error) {
    if (!userWasDeleted(error)) throw error; // the deletion of the account ends the subscription too
  }
  return subscriptions;
}

/** Returns every subscription of the customer, ended ones included. */
export async function subscriptionsOf(
  stripe: StripeClient,
  stripeCustomerId: string,
): Promise<StripeSubscription[]> {
  const filter = { customer: stripeCustomerId, status: 'all' };
  try {
    return await stripe.list('/v1/subscriptions', filter, stripeSubscription);
  } catch (error) {
    if (isMissing(error)) return []; // a deleted customer has no subscriptions
    throw error;
  }
}

async function store(
  context: StripeContext,
  customer: CustomerOfUser,
  ticket: number,
  read: ReadSubscription | null,
): Promise<void> {
  const { clock, db } = context;
  const now = clock.now();
  const same = { user_id: customer.userId, stripe_customer_id: customer.stripeCustomerId };
  if (read) await write(context, customer, ticket, read);
  else
    await db('billing.subscriptions')
      .where({ user_id: customer.userId })
      .where('sync_ticket', '<', ticket)
      .whereExists(db('billing.customers').where(same))
      .update({ status: 'canceled', past_due_since: null, sync_ticket: ticket, updated_at: now });
  // A paying customer is read again, and one with an open checkout when the checkout is over. Others are not.
  const next =
    read && holdsPlan(read.status)
      ? addSeconds(now, RECHECK_SECONDS)
      : db.raw('case when checkout_certain_at > ? then checkout_certain_at end', [now]);
  await db('billing.customers').where(same).update({ next_read_at: next });
}

/** Stores a subscription, only if the user still has this customer, and only over an earlier read. */
async function write(
  { clock, db }: StripeContext,
  { userId, stripeCustomerId }: CustomerOfUser,
  ticket: number,
  read: ReadSubscription,
): Promise<void> {
  const pastDue = read.status === 'past_due';
  await db.raw(
    `insert into billing.subscriptions as stored (user_id, stripe_subscription_id, status, plan, interval,
       current_period_start, current_period_end, cancel_at_period_end, past_due_since, sync_ticket, updated_at)
     select user_id, :id, :status, :plan, :interval, :start, :end, :cancels, :pastDueSince, :ticket, :now
     from billing.customers where user_id = :userId and stripe_customer_id = :stripeCustomerId
     on conflict (user_id) do update set
       stripe_subscription_id = excluded.stripe_subscription_id, status = excluded.status, plan = excluded.plan,
       interval = excluded.interval, current_period_start = excluded.current_period_start,
       current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end,
       past_due_since = case when :pastDue then coalesce(stored.past_due_since, excluded.past_due_since) end,
       sync_ticket = excluded.sync_ticket, updated_at = excluded.updated_at
     where stored.sync_ticket < excluded.sync_ticket`,
    {
      ...{ userId, stripeCustomerId, ticket, pastDue },
      ...{ id: read.stripeSubscriptionId, status: read.status, plan: read.plan, interval: read.interval },
      ...{ start: read.currentPeriodStart, end: read.currentPeriodEnd, cancels: read.cancelAtPeriodEnd },
      ...{ pastDueSince: pastDue ? clock.now() : null, now: clock.now() },
    },
  );
}
