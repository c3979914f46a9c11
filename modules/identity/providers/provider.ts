import type { ProviderGrant } from '../grants/oauth-grants.ts';
import type { ProviderName } from '../models/oauth-account.ts';

export type { ProviderName };

/** The platform that started a sign-in; it selects where the redirect ends. */
export type ClientName = 'web' | 'desktop' | 'ios';

/** The identity that a provider asserts. Everything except `name` comes from a signed ID token. */
export interface ProviderIdentity {
  provider: ProviderName;
  /** With the subject, the key of the account. */
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** Not signed. Apple sends it only at the first sign-in. */
  name: string | null;
  grant: ProviderGrant | null;
}

/** The values that a pending sign-in is checked against. */
export interface SignInChecks {
  state: string;
  nonce: string;
  /** PKCE, RFC 7636. */
  codeVerifier: string;
}

/** Sign-in by redirects: authorization code with PKCE, state and nonce. */
export interface RedirectProvider {
  name: ProviderName;
  /** Returns the provider's consent screen. @throws {AppError} `503` when the provider does not respond */
  start(checks: SignInChecks): Promise<URL>;
  /**
   * Exchanges the code. @throws {SignInRefused} when the provider or the checks refuse it
   * @throws {AppError} `503` when the provider does not respond
   */
  finish(callback: CallbackParameters, checks: SignInChecks): Promise<ProviderIdentity>;
}

/** The parameters of the provider's redirect. */
export interface CallbackParameters {
  code: string;
  state: string;
  iss?: string;
  /** Apple's form field with the name, JSON text. */
  user?: string;
}

/** Sign-in that completed on an Apple device. */
export interface NativeApple {
  /**
   * Returns null for a token that is not Apple's, not for this app, expired, or has another nonce. With `nonce` null, the
   * nonce is not checked.
   */
  verify(identityToken: string, nonce: string | null): Promise<ProviderIdentity | null>;
  /** Exchanges the one-time code of the same sign-in for a grant; null if Apple returns none. */
  exchange(authorizationCode: string, subject: string): Promise<ProviderGrant | null>;
}

/** The provider refused the sign-in, or its response failed a check. The reason is for the log. */
export class SignInRefused extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The sign-in was refused.', { cause });
    this.name = 'SignInRefused';
  }
}
