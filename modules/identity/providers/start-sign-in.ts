import type { IdentityContext } from '../context.ts';
import { providerNotConfigured, providerUnavailable } from '../errors.ts';
import type { ClientName, ProviderName } from './provider.ts';
import { returnTarget } from './return-target.ts';
import { createSignInState, type PendingSignIn } from './sign-in-states.ts';

/**
 * Begins a sign-in at a provider.
 * @throws {AppError} `501 provider_not_configured`, also for a client without a return target; `503`
 */
export async function startSignIn(
  context: IdentityContext,
  name: ProviderName,
  client: ClientName,
): Promise<PendingSignIn & { consentUrl: URL }> {
  const provider = context.providers.redirect[name];
  if (!provider || !returnTarget(context.config, client)) throw providerNotConfigured();
  const pending = await createSignInState(context, name, client);
  try {
    return { ...pending, consentUrl: await provider.start(pending.checks) };
  } catch (error) {
    context.log.warn({ err: error, provider: name }, 'a provider sign-in could not begin');
    throw providerUnavailable();
  }
}
