import type { z } from 'zod';
import type { Trx } from '#shared/db/open.ts';
import type { subscription } from './schemas.ts';

/** A user's subscription as the profile shows it. */
export type ProfileSubscription = Omit<z.output<typeof subscription>, 'currentPeriodEnd'> & {
  currentPeriodEnd: Date;
};

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
