import { z } from 'zod';

/** Ids of Stripe's objects become parts of paths, so only these characters are allowed. */
const objectId = z.string().regex(/^[A-Za-z0-9_]{1,255}$/);
/** A reference: an id, or the whole object. */
export const reference = z.union([objectId, z.object({ id: objectId }).transform(({ id }) => id)]);
const seconds = z.int();
const metadata = z.record(z.string(), z.string()).nullish();

/** The fields of Stripe's objects that are read, in all supported versions of its API. */
export const stripeCustomer = z.object({ id: objectId, deleted: z.boolean().default(false) });

export const stripeSession = z.object({
  id: objectId,
  status: z.string().nullable(),
  /** Null when the checkout can no longer be paid. */
  url: z.string().nullish(),
  expires_at: seconds,
  metadata,
});

export const stripePortal = z.object({ url: z.string() });

const period = {
  current_period_start: seconds.optional(),
  current_period_end: seconds.optional(),
};

export const stripeSubscription = z.object({
  id: objectId,
  status: z.string(),
  created: seconds,
  cancel_at_period_end: z.boolean(),
  /** Set instead of `cancel_at_period_end` by the portal of newer accounts. */
  cancel_at: seconds.nullish(),
  ...period, // until 2025-03-31; since then on the items
  items: z.object({
    data: z.array(
      z.object({
        price: z.object({ id: z.string(), recurring: z.object({ interval: z.string() }).nullish() }),
        ...period,
      }),
    ),
  }),
  metadata,
});

export type StripeSession = z.output<typeof stripeSession>;
export type StripeSubscription = z.output<typeof stripeSubscription>;
