import { z } from 'zod';
import { errorWith } from '#shared/http/envelope.ts';

/** How the plan refuses, as routes declare it. */
export const planRefusals = {
  402: ['payment_required'],
  403: ['plan_upgrade_required'],
  429: ['quota_exceeded'],
};

/** What the refusals carry in `details`. */
export const planRefusalShapes = {
  payment_required: errorWith(
    'payment_required',
    z.object({ status: z.string().meta({ description: 'Of the subscription.' }), currentTier: z.string() }),
  ).meta({ id: 'PaymentRequired' }),
  plan_upgrade_required: errorWith(
    'plan_upgrade_required',
    z.object({
      feature: z.string().meta({ description: 'What the plan lacks.' }),
      requiredTier: z.string().nullable().meta({ description: 'The lowest plan that has it.' }),
      currentTier: z.string(),
      status: z.string().nullable().meta({ description: 'Of the subscription; null without one.' }),
    }),
  ).meta({ id: 'PlanUpgradeRequired' }),
  quota_exceeded: errorWith(
    'quota_exceeded',
    z.object({
      quota: z.string(),
      limit: z.number().int(),
      used: z.number().int().meta({ description: 'Units used up or reserved in this window.' }),
      resetAt: z.iso.datetime().meta({ description: 'When the next window begins.' }),
      currentTier: z.string(),
    }),
  ).meta({ id: 'QuotaExceeded' }),
};
