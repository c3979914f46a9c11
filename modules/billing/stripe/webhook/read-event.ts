import { z } from 'zod';
import { reference } from '../client/objects.ts';

/** What is read of an event: ids only. What they stand for is read from Stripe when the event is handled. */
export interface ReceivedEvent {
  id: string;
  type: string;
  /** The customer that it is about; null for events that say nothing of what a customer pays for. */
  customerId: string | null;
}

const envelope = z.object({
  id: z.string().regex(/^[A-Za-z0-9_]{1,255}$/),
  type: z.string().max(255),
  data: z.object({ object: z.unknown() }),
});
const withCustomer = z.object({ customer: reference });
const aboutPayment =
  /^(customer\.subscription\.\w+|checkout\.session\.(completed|async_payment_\w+)|invoice\.(paid|payment_\w+|marked_uncollectible|voided))$/;

/** Null for bytes that are no event. */
export function readEvent(body: Buffer): ReceivedEvent | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const event = envelope.safeParse(parsed);
  if (!event.success) return null;
  const { id, type, data } = event.data;
  return { id, type, customerId: customerOf(type, data.object) };
}

function customerOf(type: string, object: unknown): string | null {
  if (type === 'customer.deleted') return reference.safeParse(object).data ?? null;
  if (!aboutPayment.test(type)) return null;
  return withCustomer.safeParse(object).data?.customer ?? null;
}
