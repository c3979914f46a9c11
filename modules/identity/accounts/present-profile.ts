import type { z } from 'zod';
import type { profile } from '../schemas.ts';
import type { Profile } from './read-profile.ts';

export function presentProfile({ user, accounts, subscription }: Profile): z.input<typeof profile> {
  return {
    id: user.user_id,
    email: user.email,
    username: user.username,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    hasPassword: user.has_password,
    oauthAccounts: accounts.map((account) => ({
      provider: account.provider,
      providerUserId: account.subject,
      email: account.account_email,
      linkedAt: account.linked_at.toISOString(),
    })),
    subscription: subscription && {
      ...subscription,
      currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    },
  };
}
