import { subscription } from '#modules/identity';
import type { Feature, Quota } from './billing.ts';

/** From the lowest to the highest. */
export const PLAN_NAMES = subscription.shape.plan.options;
export type PlanName = (typeof PLAN_NAMES)[number];

export const INTERVALS = subscription.shape.interval.options;
export type Interval = (typeof INTERVALS)[number];

export const QUOTAS = ['pushes', 'ai_analyses'] as const satisfies Quota[];

export interface Plan {
  features: Record<Feature, boolean>;
  /** Units per window; null for any number. */
  quotas: Record<Quota, number | null>;
  /** Null for any number. */
  displays: number | null;
  /** How far back history reaches; null for all of it. */
  historyDays: number | null;
  /** Price ids of the payment provider; null where the plan is not sold. */
  prices: Record<Interval, string | null>;
}

export type Catalogue = Record<PlanName, Plan>;

/** The plans without PLANS_FILE. */
export const defaultCatalogue: Catalogue = {
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
    prices: { month: null, year: null },
  },
};

/** The lowest plan that allows something; null when none does. */
export function lowestPlan(catalogue: Catalogue, allows: (plan: Plan) => boolean): PlanName | null {
  return PLAN_NAMES.find((name) => allows(catalogue[name])) ?? null;
}
