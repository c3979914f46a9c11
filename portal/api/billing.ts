import type { Result } from '#client/index.ts';
import { installation } from './installation.ts';
import { placard } from './placard.ts';

export type Billing = Result<'get_api_app_v1_billing'>;
export const billingPath = 'api/app/v1/billing';

/** Reads the user's plan and what is used of it. @throws {PlacardError} */
export function readBilling(signal: AbortSignal): Promise<Billing> {
  return placard.connection.json<Billing>({ method: 'GET', path: billingPath, options: { signal } });
}

/** Whether this installation has plans; false until that is known. */
export function hasPlans(): boolean {
  return installation.value?.billing ?? false;
}
