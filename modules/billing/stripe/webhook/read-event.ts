import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { reference } from '../client/objects.ts';

/** The fields that are read from an event: ids only. The objects are read from Stripe when the event is handled. */
export interface ReceivedEvent {
  id: string;
  type: string;
  /** The customer of the event; null for events that are not about a subscription or payment. */
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

/** Returns null for bytes that are not an event. */
export function readEvent(body: Buffer): ReceivedEvent | null {
  const event = envelope.safeParse(parseJson(body.toString('utf8')));
  if (!event.success) return null;
  const { id, type, data } = event.data;
  return { id, type, customerId: customerOf(type, data.object) };
}

function customerOf(type: string, object: unknown): string | null {
  if (type === 'customer.deleted') return reference.safeParse(object).data ?? null;
  if (!aboutPayment.test(type)) return null;
  return withCustomer.safeParse(object).data?.customer ?? null;
}
