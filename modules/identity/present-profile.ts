import type { z } from 'zod';
import type { ProfileSubscription } from './ports.ts';
import type { ProfileRow } from './read-profile.ts';
import type { profile } from './schemas.ts';

export function presentProfile(
  row: ProfileRow,
  subscription: ProfileSubscription | null,
): z.input<typeof profile> {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    hasPassword: row.has_password,
    oauthAccounts: row.oauth_accounts.map((account) => ({
      provider: account.provider,
      providerUserId: account.subject,
      email: account.email,
      linkedAt: new Date(account.linked_at).toISOString(),
    })),
    subscription: subscription && {
      ...subscription,
      currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    },
  };
}
