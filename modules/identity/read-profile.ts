import type { Authenticated, Principal } from '#shared/http/route.ts';
import { type LiveSession, liveSessionQuery, readLiveSession } from './authenticate-session.ts';
import type { IdentityContext } from './context.ts';
import type { ProfileSubscription } from './ports.ts';

/** What the profile shows of the user, read in the same query that checks the session. */
export interface ProfileRow extends LiveSession {
  id: string;
  email: string;
  username: string;
  created_at: Date;
  updated_at: Date;
  has_password: boolean;
  oauth_accounts: { provider: 'google' | 'apple'; subject: string; email: string; linked_at: string }[];
}

interface ProfilePrincipal extends Principal {
  row: ProfileRow;
}

const PROFILE = liveSessionQuery(
  'profile',
  `, u.id, u.email, u.username, u.created_at, u.updated_at, u.password_hash is not null as has_password,
   coalesce((select json_agg(json_build_object(
       'provider', a.provider, 'subject', a.subject, 'email', a.email, 'linked_at', a.linked_at) order by a.linked_at, a.id)
     from identity.oauth_accounts a where a.user_id = u.id), '[]') as oauth_accounts`,
  'join identity.users u on u.id = s.user_id',
);

/** Authenticates and reads the profile in one round trip; `readProfile` finds it in the principal. */
export async function authenticateWithProfile(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const { authenticated, row } = await readLiveSession<ProfileRow>(context, authorization, PROFILE);
  const principal: ProfilePrincipal = { ...authenticated.principal, row };
  return { ...authenticated, principal };
}

/** For a principal of `authenticateWithProfile`. */
export async function readProfile(
  { subscriptionOf }: IdentityContext,
  principal: Principal,
): Promise<{ row: ProfileRow; subscription: ProfileSubscription | null }> {
  const { row } = principal as ProfilePrincipal;
  return { row, subscription: await subscriptionOf(principal.userId) };
}
