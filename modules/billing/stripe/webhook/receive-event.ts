import { inTransaction } from '#shared/db/transaction.ts';
import { invalidRequest } from '#shared/errors.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { StripeContext } from '../context.ts';
import { isSigned } from './check-signature.ts';
import { readEvent } from './read-event.ts';

/**
 * Takes an event in: its row and the job that follows from it, together, once for each event. What is not about
 * payment is passed over.
 * @throws {AppError} `400` for what Stripe did not sign just now, or that is no event
 */
export async function receiveEvent(
  { clock, config, db, jobs }: StripeContext,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const secret = config.STRIPE_WEBHOOK_SECRET ?? '';
  if (!isSigned(body, signature, secret, clock.now())) throw invalidRequest('The signature is not valid.');
  const event = readEvent(body);
  if (!event) throw invalidRequest('The body is no event.');
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
