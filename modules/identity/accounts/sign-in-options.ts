import type { Config } from '#shared/config.ts';
import type { IdentityContext } from '../context.ts';
import type { ProviderName } from '../models/oauth-account.ts';
import { User } from '../models/user.ts';

export interface SignInOptions {
  /** False until the first account exists: the portal of a new installation asks for one. */
  hasAccounts: boolean;
  registration: Config['REGISTRATION'];
  /** The identity providers that are configured for browsers. */
  providers: ProviderName[];
}

/** Reads the ways to sign in to this installation, which a page must know before it asks for credentials. */
export async function readSignInOptions({
  config,
  db,
  providers: { redirect },
}: IdentityContext): Promise<SignInOptions> {
  const first = await User.query(db).select('id').first();
  const names = Object.keys(redirect) as ProviderName[];
  return {
    hasAccounts: first !== undefined,
    registration: config.REGISTRATION,
    providers: names.filter((name) => redirect[name] !== null),
  };
}
