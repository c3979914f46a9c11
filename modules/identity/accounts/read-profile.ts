import type { Authenticated, Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import type { ProfileSubscription } from '../ports.ts';
import { readLiveSession } from '../sessions/authenticate-session.ts';
import type { ProfileRow } from '../sessions/credential-reads.ts';

interface ProfilePrincipal extends Principal {
  rows: readonly ProfileRow[];
}

/** Authenticates and reads the profile in one round trip; `readProfile` finds it in the principal. */
export async function authenticateWithProfile(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const { authenticated, rows } = await readLiveSession(context, authorization, context.reads.profile);
  const principal: ProfilePrincipal = { ...authenticated.principal, rows };
  return { ...authenticated, principal };
}

export interface Profile {
  user: ProfileRow;
  /** The linked accounts, in the order in which they were linked. */
  accounts: (ProfileRow & { provider: NonNullable<ProfileRow['provider']> })[];
  subscription: ProfileSubscription | null;
}

/** For a principal of `authenticateWithProfile`. */
export async function readProfile(
  { subscriptionOf }: IdentityContext,
  principal: Principal,
): Promise<Profile> {
  const { rows } = principal as ProfilePrincipal;
  const accounts = rows.filter((row) => row.provider !== null) as Profile['accounts'];
  accounts.sort((a, b) => a.linked_at.getTime() - b.linked_at.getTime());
  return { user: rows[0] as ProfileRow, accounts, subscription: await subscriptionOf(principal.userId) };
}
