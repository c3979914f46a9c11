import type { Trx } from '#shared/db/open.ts';

/** A user's subscription as the profile shows it. */
export interface ProfileSubscription {
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete';
  plan: 'free' | 'pro';
  interval: 'month' | 'year';
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
}

/** What identity needs of the modules above it; filled where the modules are wired together. */
export interface IdentityPorts {
  /** Null for a user who never subscribed. */
  subscriptionOf(userId: string): Promise<ProfileSubscription | null>;
  /** Cancels whatever the user pays for. May be repeated; what is already cancelled counts as done. */
  cancelSubscription(userId: string): Promise<void>;
  /** Gives back every panel that the user has claimed, in `trx`. The caller holds the user. */
  unbindPanels(trx: Trx, userId: string): Promise<void>;
  /** Deletes everything other modules keep for the user, and enqueues the removal of stored objects, in `trx`. */
  eraseUserData(trx: Trx, userId: string): Promise<void>;
}
