/** A user's subscription as the profile shows it. */
export interface Subscription {
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete';
  plan: 'free' | 'pro';
  interval: 'month' | 'year';
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
}

export interface Billing {
  /** Null for a user who never subscribed. */
  subscriptionOf(userId: string): Promise<Subscription | null>;
  /** How far back the user's plan lets history reach; null for all of it. */
  historyWindowStart(userId: string): Promise<Date | null>;
  /** Cancels whatever the user pays for. Must succeed before the account is erased; may be repeated. */
  cancelSubscription(userId: string): Promise<void>;
}

/** With `BILLING=off`, the one value there is, everybody is on the unlimited plan and nothing is ever refused. */
export function createBilling(): Billing {
  return {
    subscriptionOf: async () => null,
    historyWindowStart: async () => null,
    cancelSubscription: async () => {},
  };
}
