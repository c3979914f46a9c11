import {
  AuthorizationResponseError,
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  type Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { providerUnavailable } from '../errors.ts';
import { SignInRefused } from './provider.ts';

const TIMEOUT_SECONDS = 10;
/** Tolerated difference to the provider's clock. */
export const CLOCK_TOLERANCE_SECONDS = 30;

export interface OidcClientOptions {
  issuer: string;
  clientId: string;
  auth: ClientAuth;
}

/** Runs `call` with the provider's configuration, which is discovered on first use and then cached. */
export type OidcClient = <T>(call: (configuration: Configuration) => Promise<T>) => Promise<T>;

/**
 * A client of one provider. Signatures of ID tokens are always checked. The provider's keys are cached and fetched again
 * for an unknown `kid`, at most once a minute. A refusal by the provider is thrown as `SignInRefused`.
 */
export function createOidcClient({ issuer, clientId, auth }: OidcClientOptions): OidcClient {
  let discovered: Promise<Configuration> | undefined;
  const execute = [enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(allowInsecureRequests);
  const discover = () =>
    discovery(new URL(issuer), clientId, { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }, auth, {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
  return async (call) => {
    discovered ??= discover();
    let configuration: Configuration;
    try {
      configuration = await discovered;
    } catch (error) {
      discovered = undefined; // the next call tries again
      throw providerUnavailable(error);
    }
    try {
      return await call(configuration);
    } catch (error) {
      throw isRefusal(error) ? new SignInRefused(error) : providerUnavailable(error);
    }
  };
}

/** Whether the provider refused the request, as opposed to an outage or a malformed response. */
function isRefusal(error: unknown): boolean {
  if (
    error instanceof ResponseBodyError ||
    error instanceof AuthorizationResponseError ||
    error instanceof WWWAuthenticateChallengeError
  ) {
    return true;
  }
  return error instanceof ClientError && REFUSALS.has(error.code ?? '');
}

/** Codes of openid-client for well-formed responses that failed a check. */
const REFUSALS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);
