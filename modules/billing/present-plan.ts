import { INTERVALS, type Plan, type PlanName, QUOTAS } from './catalogue.ts';
import type { BillingState } from './schemas.ts';

/** The public part of a plan. */
export function presentPlan(name: PlanName, plan: Plan): BillingState['plans'][number] {
  const { features, quotas, displays, historyDays, prices } = plan;
  return {
    plan: name,
    features,
    quotas: QUOTAS.map((quota) => ({ quota, limit: quotas[quota] })),
    ...{ displays, historyDays },
    intervals: INTERVALS.filter((interval) => prices[interval] !== null),
  };
}
