import type { Feature, Quota } from './billing.ts';

/** From the lowest to the highest. */
export const PLAN_NAMES = ['free', 'pro'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plan {
  features: Record<Feature, boolean>;
  /** Units a window; null for any number. */
  quotas: Record<Quota, number | null>;
  /** Null for any number. */
  displays: number | null;
  /** How far back history reaches; null for all of it. */
  historyDays: number | null;
  /** Price ids of the payment provider; null where the plan is not sold. */
  prices: Record<'month' | 'year', string | null>;
}

export type Catalogue = Record<PlanName, Plan>;

type Settings = Partial<Record<'STRIPE_PRICE_PRO_MONTH' | 'STRIPE_PRICE_PRO_YEAR', string>>;

/** The plans of this installation. */
export function readCatalogue({ STRIPE_PRICE_PRO_MONTH, STRIPE_PRICE_PRO_YEAR }: Settings): Catalogue {
  return {
    free: {
      features: { ai_routing: false },
      quotas: { pushes: 100, ai_analyses: 0 },
      displays: 3,
      historyDays: 7,
      prices: { month: null, year: null },
    },
    pro: {
      features: { ai_routing: true },
      quotas: { pushes: 5000, ai_analyses: 1000 },
      displays: 50,
      historyDays: null,
      prices: { month: STRIPE_PRICE_PRO_MONTH ?? null, year: STRIPE_PRICE_PRO_YEAR ?? null },
    },
  };
}
