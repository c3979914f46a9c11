import { z } from 'zod';
import { INTERVALS, PLAN_NAMES } from '../catalogue.ts';

export const checkoutBody = z.object({
  plan: z.enum(PLAN_NAMES).meta({ examples: ['pro'] }),
  interval: z.enum(INTERVALS),
});

/** A page at the payment provider. */
export const redirection = z.object({
  url: z.url().meta({ examples: ['https://checkout.stripe.com/c/pay/cs_live_a1b2'] }),
});

/** Bytes, because the signature is calculated from them. */
export const webhookBody = z.custom<Buffer>(Buffer.isBuffer).meta({
  override: { type: 'string', format: 'binary' },
  description: "Stripe's event, signed in the header `Stripe-Signature`.",
});

export const received = z.object({ received: z.literal(true) });
