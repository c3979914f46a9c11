export type ProviderName = 'google' | 'apple';

/** The platform that started a sign-in; it selects where the redirect ends. */
export type ClientName = 'web' | 'desktop' | 'ios';

/** The identity that a provider vouches for. Everything but `name` comes from a signed ID token. */
export interface ProviderIdentity {
  provider: ProviderName;
  /** With the subject, the key of the account. */
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** Unsigned, and with Apple only there at the first sign-in. */
  name: string | null;
  grant: ProviderGrant | null;
}

/** A refresh token of the provider, kept to give it back when the account is deleted. */
export interface ProviderGrant {
  refreshToken: string;
  clientId: string;
}

/** What a sign-in under way must end with. */
export interface SignInChecks {
  state: string;
  nonce: string;
  /** PKCE, RFC 7636. */
  codeVerifier: string;
}

/** Sign-in by redirects: authorization code with PKCE, state and nonce. */
export interface RedirectProvider {
  name: ProviderName;
  /** The provider's consent screen. @throws {AppError} `503` when the provider does not answer */
  start(checks: SignInChecks): Promise<URL>;
  /**
   * Exchanges the code. @throws {SignInRefused} when the provider or the checks refuse it
   * @throws {AppError} `503` when the provider does not answer
   */
  finish(answer: CallbackParameters, checks: SignInChecks): Promise<ProviderIdentity>;
}

/** What the provider's redirect carried. */
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
   * `nonce` null: it is not checked. Null for a token that is not Apple's, not for this app, expired, or made for
   * another nonce.
   */
  verify(identityToken: string, nonce: string | null): Promise<ProviderIdentity | null>;
  /** The grant behind the one-time code of the same sign-in; null when Apple gives none. */
  exchange(authorizationCode: string, subject: string): Promise<ProviderGrant | null>;
}

/** The provider, or a check of its response, refused the sign-in. The reason is for the log. */
export class SignInRefused extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The sign-in was refused.', { cause });
    this.name = 'SignInRefused';
  }
}
