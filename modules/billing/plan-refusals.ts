import { z } from 'zod';
import { errorWith } from '#shared/http/envelope.ts';

/** Errors of calls that the plan does not allow, for the declarations of routes. */
export const planRefusals = {
  402: ['payment_required'],
  403: ['plan_upgrade_required'],
  429: ['quota_exceeded'],
};

/** The `details` of these errors. */
export const planRefusalShapes = {
  payment_required: errorWith(
    'payment_required',
    z.object({
      status: z.string().meta({ description: 'Status of the subscription.' }),
      currentTier: z.string(),
    }),
  ).meta({ id: 'PaymentRequired' }),
  plan_upgrade_required: errorWith(
    'plan_upgrade_required',
    z.object({
      feature: z.string().meta({ description: 'The feature that the plan does not include.' }),
      requiredTier: z.string().nullable().meta({ description: 'The lowest plan that includes it.' }),
      currentTier: z.string(),
      status: z.string().nullable().meta({ description: 'Status of the subscription; null without one.' }),
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
