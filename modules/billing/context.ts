import type { Services } from '#shared/services.ts';
import type { Catalogue } from './catalogue.ts';

export interface BillingDeps extends Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'jobs'> {
  /** The number of displays of a user; implemented by the display module. */
  displaysHeld(userId: string): Promise<number>;
}

/** The context of the billing module's use cases. */
export interface BillingContext extends BillingDeps {
  catalogue: Catalogue;
}
