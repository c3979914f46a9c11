import { inTransaction } from '#shared/db/transaction.ts';
import { invalidRequest } from '#shared/errors.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { StripeContext } from '../context.ts';
import { isSigned } from './check-signature.ts';
import { readEvent } from './read-event.ts';

/**
 * Stores an event and enqueues its job in one transaction, once for each event. Events that are not about payment are
 * ignored.
 * @throws {AppError} `400` for a body without a recent signature of Stripe, or that is not an event
 */
export async function receiveEvent(
  { clock, config, db, jobs }: StripeContext,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const secret = config.STRIPE_WEBHOOK_SECRET ?? '';
  if (!isSigned(body, signature, secret, clock.now())) throw invalidRequest('The signature is not valid.');
  const event = readEvent(body);
  if (!event) throw invalidRequest('The body is not an event.');
  const { id, type, customerId } = event;
  if (customerId === null) return;
  await inTransaction(db, async (trx) => {
    const stored = await trx('billing.stripe_events')
      .insert({ id, type, customer_id: customerId, received_at: clock.now() })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (stored.length > 0) await jobs.send(trx, queues.syncCustomer, { customerId, eventId: id });
  });
}
