import { addSeconds } from '#shared/clock.ts';
import { randomToken } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import type { IdentityContext } from '../context.ts';
import type { ClientName, ProviderName, SignInChecks } from './provider.ts';

export const STATE_SECONDS = 600;
const RANDOM_BYTES = 32;

/** A sign-in at a provider that has begun. `browserSecret` goes into a cookie and binds the sign-in to the browser. */
export interface PendingSignIn {
  checks: SignInChecks;
  browserSecret: string;
}

export async function createSignInState(
  { clock, db }: IdentityContext,
  provider: ProviderName,
  client: ClientName,
): Promise<PendingSignIn> {
  const [state, nonce, codeVerifier, browserSecret] = [0, 1, 2, 3].map(() => randomToken(RANDOM_BYTES)) as [
    string,
    string,
    string,
    string,
  ];
  await db('identity.oauth_states').insert({
    state_hash: sha256(state),
    provider,
    client,
    browser_hash: sha256(browserSecret),
    nonce,
    code_verifier: codeVerifier,
    expires_at: addSeconds(clock.now(), STATE_SECONDS),
  });
  return { checks: { state, nonce, codeVerifier }, browserSecret };
}

/** Deletes and returns the state, so that it works once; null if it is unknown, expired, or of another browser. */
export async function takeSignInState(
  { clock, db }: IdentityContext,
  provider: ProviderName,
  state: string,
  browserSecret: string,
): Promise<{ client: ClientName; checks: SignInChecks } | null> {
  const [row] = await db('identity.oauth_states')
    .where({ state_hash: sha256(state), browser_hash: sha256(browserSecret), provider })
    .where('expires_at', '>', clock.now())
    .delete()
    .returning<{ client: ClientName; nonce: string; code_verifier: string }[]>([
      'client',
      'nonce',
      'code_verifier',
    ]);
  if (!row) return null;
  return { client: row.client, checks: { state, nonce: row.nonce, codeVerifier: row.code_verifier } };
}
