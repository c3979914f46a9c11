import type { ProfileSubscription } from '#modules/identity';
import type { Queryable, Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';

/** A user's subscription as the profile shows it. */
export type Subscription = ProfileSubscription;

/** The kinds of units that are counted per window of time. One unit of `pushes` is one presentation for a display. */
export type Quota = 'pushes' | 'ai_analyses';

/** A feature that a plan may include. */
export type Feature = 'ai_routing';

/** The entitlements that a call needs. */
export interface RequiredEntitlements {
  feature?: Feature;
  /** One unit of each must be left. */
  quotas?: Quota[];
}

export interface Billing {
  /** `/billing…`, for sessions. */
  ownerRoutes: Route[];
  /** The webhook of the payment provider, without a prefix. */
  webhookRoutes: Route[];
  jobs: JobHandler[];
  /** Returns null for a user who never subscribed. */
  subscriptionOf(userId: string): Promise<Subscription | null>;
  /** The earliest time of the history that the user's plan includes; null for all of it. */
  historyWindowStart(userId: string): Promise<Date | null>;
  /** Cancels all subscriptions of the user. Must succeed before the account is erased; may be repeated. */
  cancelSubscription(userId: string): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  cleanUp(): Promise<void>;
  /**
   * Checks that the plan allows a call. Reserves nothing.
   * @throws {AppError} `402 payment_required`, `403 plan_upgrade_required`, `429 quota_exceeded`
   */
  check(queryable: Queryable, userId: string, need: RequiredEntitlements): Promise<void>;
  /**
   * Reserves one unit for the subject in the caller's transaction. A subject that holds one already keeps it.
   * @throws {AppError} `402`, `429`
   */
  reserve(trx: Trx, userId: string, quota: Quota, subjectId: string): Promise<void>;
  /**
   * Reserves units for the subjects, in their order, until the quota is used up. Returns the subjects that hold a unit.
   */
  reserveSome(trx: Trx, userId: string, quota: Quota, subjectIds: string[]): Promise<Set<string>>;
  /** The work succeeded: the reserved units of the subjects are used up. May be repeated; other subjects are ignored. */
  settle(trx: Trx, quota: Quota, subjectIds: string[]): Promise<void>;
  /** The work failed: units of the subjects that are reserved and not settled are returned. May be repeated. */
  release(trx: Trx, quota: Quota, subjectIds: string[]): Promise<void>;
  /**
   * Checks that the plan allows one more display. `held` is the number of the user's displays. The caller must lock the
   * user before it counts them.
   * @throws {AppError} `402`, `403 plan_upgrade_required`
   */
  checkDisplayLimit(trx: Trx, userId: string, held: number): Promise<void>;
}
