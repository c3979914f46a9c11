import type { Display } from '#modules/display';
import type { Identity } from '#modules/identity';
import type { AddressGuard } from '#shared/links/address-guard.ts';
import type { Services } from '#shared/services.ts';

/** The dependencies of the module. */
export interface WebhooksDeps extends Pick<Services, 'db' | 'clock' | 'config' | 'keys' | 'log' | 'cursors'> {
  inUserTransaction: Identity['inUserTransaction'];
  display: Pick<Display, 'presenceOf'>;
  /** Milliseconds from connecting to a receiver to the status of its response; 15,000 by default. */
  attemptMs?: number;
}

/** The context of the module's use cases. */
export interface WebhooksContext extends WebhooksDeps {
  attemptMs: number;
  /** Loaded at the first use, because most processes never send. */
  guard(): Promise<AddressGuard>;
}
