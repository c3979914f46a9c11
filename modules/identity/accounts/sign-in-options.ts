import type { Config } from '#shared/config.ts';
import type { IdentityContext } from '../context.ts';
import { User } from '../models/user.ts';
import type { ProviderName } from '../providers/provider.ts';

export interface SignInOptions {
  /** False until the first account was made, which is what a new installation asks for. */
  hasAccounts: boolean;
  registration: Config['REGISTRATION'];
  /** The identity providers that are configured for browsers. */
  providers: ProviderName[];
}

/** How people may sign in here: what a page must know before it can ask for anything. */
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
