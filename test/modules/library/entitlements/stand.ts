import type { Quota } from '#modules/billing';
import { type LibraryStand, startLibrary } from '#test/modules/library/stand.ts';
import type { TestAppOptions } from '#test/support/app.ts';
import { planSettings, subscribe, type Units, unitsOf } from '#test/support/plans.ts';

export interface PlanStand extends LibraryStand {
  /** Puts a user on `pro`. */
  subscribe(userId: string, status?: string): Promise<void>;
  units(userId: string, quota: Quota): Promise<Units>;
}

/** The whole application with plans on. */
export async function startPlans(plans: object, options: TestAppOptions = {}): Promise<PlanStand> {
  const stand = await startLibrary({ ...options, settings: { ...planSettings(plans), ...options.settings } });
  const { db } = stand.app;
  return {
    ...stand,
    subscribe: (userId, status) => subscribe(db, userId, status),
    units: (userId, quota) => unitsOf(db, userId, quota),
  };
}
