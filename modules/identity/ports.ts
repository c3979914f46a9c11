import type { z } from 'zod';
import type { Trx } from '#shared/db/open.ts';
import type { subscription } from './schemas.ts';

/** A user's subscription as the profile shows it. */
export type ProfileSubscription = Omit<z.output<typeof subscription>, 'currentPeriodEnd'> & {
  currentPeriodEnd: Date;
};

/** The functions that identity needs from higher modules; `compose.ts` implements them. */
export interface IdentityPorts {
  /** Returns null for a user who never subscribed. */
  subscriptionOf(userId: string): Promise<ProfileSubscription | null>;
  /** Cancels all subscriptions of the user. May be repeated. */
  cancelSubscription(userId: string): Promise<void>;
  /** Ends the user's ownership of all panels, in `trx`. The caller has locked the user. */
  unbindPanels(trx: Trx, userId: string): Promise<void>;
  /** Deletes all data of the user in other modules, and enqueues the removal of stored objects, in `trx`. */
  eraseUserData(trx: Trx, userId: string): Promise<void>;
}
