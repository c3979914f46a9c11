import { authenticationFailed } from '#shared/errors.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { providerNotConfigured } from '../errors.ts';
import type { TokenPair } from '../sessions/open-session.ts';
import { fullName } from './redirect-provider.ts';
import { signInWithProvider } from './sign-in-with-provider.ts';

export interface NativeCredentials {
  identityToken: string;
  authorizationCode?: string | null;
  nonce?: string | null;
  fullName?: { givenName?: string | null; familyName?: string | null } | null;
}

/**
 * Sign-in that completed on an Apple device.
 * @throws {AppError} `401`, `403` as `signInWithProvider`, `501 provider_not_configured`, `503`
 */
export async function signInNatively(
  context: IdentityContext,
  credentials: NativeCredentials,
  caller: Caller,
): Promise<TokenPair> {
  const { native } = context.providers;
  if (!native) throw providerNotConfigured();
  const identity = await native.verify(credentials.identityToken, credentials.nonce ?? null);
  if (!identity) throw authenticationFailed();
  const { authorizationCode, fullName: name } = credentials;
  const grant = authorizationCode ? await native.exchange(authorizationCode, identity.subject) : null;
  const named = {
    ...identity,
    grant,
    name: fullName(name?.givenName ?? undefined, name?.familyName ?? undefined),
  };
  const { pair } = await signInWithProvider(context, named, caller);
  return pair;
}
