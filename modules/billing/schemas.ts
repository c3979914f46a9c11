import { z } from 'zod';
import { subscription } from '#modules/identity';
import { INTERVALS, PLAN_NAMES, QUOTAS } from './catalogue.ts';

const count = z.int().min(0);
const planName = z.enum(PLAN_NAMES);
const quotaName = z.enum(QUOTAS);
const features = z.object({ ai_routing: z.boolean() });
const limit = count.nullable().meta({ description: 'Null for any number.' });

const plan = z
  .object({
    plan: planName,
    features,
    quotas: z.array(z.object({ quota: quotaName, limit })),
    displays: limit,
    historyDays: limit.meta({ description: 'How far back history reaches; null for all of it.' }),
    intervals: z.array(z.enum(INTERVALS)).meta({ description: 'How it can be bought.' }),
  })
  .meta({ id: 'Plan' });

export const billingState = z
  .object({
    plan: planName,
    status: subscription.shape.status.nullable(),
    subscription: subscription.nullable().meta({ description: 'Null for a user who never subscribed.' }),
    unpaid: z.boolean().meta({ description: 'Calls that need the plan are refused until it is paid.' }),
    features,
    quotas: z.array(
      z.object({
        quota: quotaName,
        limit,
        used: count.meta({ description: 'Units used up or reserved in this window.' }),
        resetAt: z.iso.datetime().nullable().meta({ description: 'When the next window begins.' }),
      }),
    ),
    displays: z.object({ limit, used: count }),
    history: z.object({ days: limit, windowStart: z.iso.datetime().nullable() }),
    plans: z.array(plan).meta({ description: 'All plans, from the lowest to the highest.' }),
  })
  .meta({ id: 'Billing' });
export type BillingState = z.output<typeof billingState>;
