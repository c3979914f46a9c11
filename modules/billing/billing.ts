import type { ProfileSubscription } from '#modules/identity';
import type { Queryable, Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';

/** A user's subscription as the profile shows it. */
export type Subscription = ProfileSubscription;

/** What is counted in a window of time. One unit of `pushes` is one presentation bound for a display. */
export type Quota = 'pushes' | 'ai_analyses';

/** What a plan has or lacks. */
export type Feature = 'ai_routing';

/** What a call is going to need of the plan. */
export interface RequiredEntitlements {
  feature?: Feature;
  /** One unit of each must be left. */
  quotas?: Quota[];
}

export interface Billing {
  /** `/billing…`, for an owner in front of a screen. */
  ownerRoutes: Route[];
  /** What the payment provider calls, without a prefix. */
  webhookRoutes: Route[];
  jobs: JobHandler[];
  /** Null for a user who never subscribed. */
  subscriptionOf(userId: string): Promise<Subscription | null>;
  /** How far back the user's plan lets history reach; null for all of it. */
  historyWindowStart(userId: string): Promise<Date | null>;
  /** Cancels whatever the user pays for. Must succeed before the account is erased; may be repeated. */
  cancelSubscription(userId: string): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  cleanUp(): Promise<void>;
  /**
   * Refuses what the plan does not allow, and reserves nothing.
   * @throws {AppError} `402 payment_required`, `403 plan_upgrade_required`, `429 quota_exceeded`
   */
  check(queryable: Queryable, userId: string, need: RequiredEntitlements): Promise<void>;
  /**
   * Reserves one unit for the subject in the caller's transaction. A subject that holds one already keeps it.
   * @throws {AppError} `402`, `429`
   */
  reserve(trx: Trx, userId: string, quota: Quota, subjectId: string): Promise<void>;
  /**
   * Reserves a unit for as many of the subjects, in their order, as the quota still has. Returns those that have one.
   */
  reserveSome(trx: Trx, userId: string, quota: Quota, subjectIds: string[]): Promise<Set<string>>;
  /** The work succeeded: what the subjects had reserved is used up. May be repeated; others are passed over. */
  settle(trx: Trx, quota: Quota, subjectIds: string[]): Promise<void>;
  /** The work failed: what the subjects had reserved, and not settled, is given back. May be repeated. */
  release(trx: Trx, quota: Quota, subjectIds: string[]): Promise<void>;
  /**
   * Refuses one more display than the plan allows. `held` counts those that the user has; concurrent callers of one
   * user must take turns from before they count.
   * @throws {AppError} `402`, `403 plan_upgrade_required`
   */
  checkDisplayLimit(trx: Trx, userId: string, held: number): Promise<void>;
}
