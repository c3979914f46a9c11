import { AppError } from '#shared/errors.ts';
import { presentTokenPair } from '../accounts/present-user.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { type ClientName, type ProviderName, type SignInChecks, SignInRefused } from './provider.ts';
import { refusalFacts } from './refusal-facts.ts';
import { returnUrl } from './return-target.ts';
import { takeSignInState } from './sign-in-states.ts';
import { signInWithProvider } from './sign-in-with-provider.ts';

/** The parameters of a provider's redirect. */
export interface ProviderCallback {
  state?: string;
  code?: string;
  iss?: string;
  user?: string;
  error?: string;
}

export interface FinishedSignIn {
  /** Target of the redirect. It contains the tokens or `error=<code>`. */
  location: string;
  /** Whether the state was used, so that its cookie can be cleared. */
  stateTaken: boolean;
}

/** Completes a sign-in. */
export async function finishSignIn(
  context: IdentityContext,
  name: ProviderName,
  callback: ProviderCallback,
  browserSecret: string | null,
  caller: Caller,
): Promise<FinishedSignIn> {
  const { config } = context;
  const pending =
    callback.state === undefined || browserSecret === null
      ? null
      : await takeSignInState(context, name, callback.state, browserSecret);
  if (!pending) return { location: returnUrl(config, 'web', { error: 'invalid_state' }), stateTaken: false };
  try {
    return { location: await complete(context, name, callback, pending, caller), stateTaken: true };
  } catch (error) {
    const failure = { error: failureCode(context, error) };
    return { location: returnUrl(config, pending.client, failure), stateTaken: true };
  }
}

async function complete(
  context: IdentityContext,
  name: ProviderName,
  { code, error, iss, user }: ProviderCallback,
  { client, checks }: { client: ClientName; checks: SignInChecks },
  caller: Caller,
): Promise<string> {
  const provider = context.providers.redirect[name];
  if (error !== undefined || code === undefined || !provider) {
    return returnUrl(context.config, client, { error: 'access_denied' });
  }
  const identity = await provider.finish({ code, iss, user, state: checks.state }, checks);
  const { pair, notice } = await signInWithProvider(context, identity, caller);
  const { accessToken, refreshToken } = presentTokenPair(pair);
  return returnUrl(context.config, client, { accessToken, refreshToken, ...(notice && { notice }) });
}

/** Returns the error code for the client. @throws any unexpected failure */
function failureCode({ log }: IdentityContext, error: unknown): string {
  if (error instanceof SignInRefused) {
    log.warn({ err: error.cause, ...refusalFacts(error.cause) }, 'a provider sign-in was refused');
    return 'sign_in_refused';
  }
  if (!(error instanceof AppError)) throw error;
  if (error.status >= 500) log.warn({ err: error }, 'a provider sign-in could not be completed');
  return error.code;
}
