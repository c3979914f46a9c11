import type { IdentityDeps } from '../context.ts';

export type ProviderName = 'google' | 'apple';

export interface Providers {
  revokeAppleToken(clientId: string, token: string): Promise<void>;
}

export function createProviders(_deps: IdentityDeps): Providers {
  return { revokeAppleToken: async () => {} };
}
