import { authorizationCodeGrant, buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { z } from 'zod';
import { createOidcClient, type OidcClientOptions } from './oidc-client.ts';
import {
  type CallbackParameters,
  type ProviderIdentity,
  type ProviderName,
  type RedirectProvider,
  SignInRefused,
} from './provider.ts';

export interface RedirectProviderOptions extends OidcClientOptions {
  name: ProviderName;
  /** The callback of this installation, as registered with the provider. */
  callbackUrl: string;
  scope: string;
  /** `form_post`: the provider sends its response as a POST. */
  responseMode: 'query' | 'form_post';
  keepsGrant: boolean;
}

/** Claims of an ID token beside those that the library checks. Apple sometimes writes booleans as text. */
const claimsSchema = z.object({
  sub: z.string().min(1),
  email: z.string().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  name: z.string().optional().catch(undefined),
});

export type IdentityClaims = z.output<typeof claimsSchema>;

/** @throws {SignInRefused} */
export function readClaims(claims: unknown): IdentityClaims {
  const result = claimsSchema.safeParse(claims);
  if (!result.success) throw new SignInRefused(result.error);
  return result.data;
}

export function createRedirectProvider(options: RedirectProviderOptions): RedirectProvider {
  const { name, issuer, clientId, callbackUrl, keepsGrant } = options;
  const client = createOidcClient(options);
  return {
    name,
    start: ({ state, nonce, codeVerifier }) =>
      client(async (configuration) =>
        buildAuthorizationUrl(configuration, {
          redirect_uri: callbackUrl,
          response_type: 'code',
          response_mode: options.responseMode,
          scope: options.scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      ),
    async finish(callback, { state, nonce, codeVerifier }) {
      const tokens = await client((configuration) =>
        authorizationCodeGrant(configuration, exchangeUrl(callbackUrl, callback), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      );
      const claims = readClaims(tokens.claims());
      const refreshToken = tokens.refresh_token;
      return {
        ...identityOf(name, issuer, claims),
        name: givenName(callback.user) ?? claims.name ?? null,
        grant: keepsGrant && refreshToken ? { refreshToken, clientId } : null,
      };
    },
  };
}

export function identityOf(
  provider: ProviderName,
  issuer: string,
  claims: IdentityClaims,
): Omit<ProviderIdentity, 'name' | 'grant'> {
  return {
    provider,
    issuer,
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: claims.email_verified,
  };
}

/** The callback URL with the parameters that the exchange needs, and no others. */
function exchangeUrl(callbackUrl: string, { code, state, iss }: CallbackParameters): URL {
  const url = new URL(callbackUrl);
  url.searchParams.set('code', code);
  url.searchParams.set('state', state);
  if (iss !== undefined) url.searchParams.set('iss', iss);
  return url;
}

const appleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/** The name in Apple's `user` field. The field is not signed, so only the name is taken from it. */
function givenName(user: string | undefined): string | null {
  if (user === undefined) return null;
  try {
    const { firstName, lastName } = appleUser.parse(JSON.parse(user)).name;
    return fullName(firstName, lastName);
  } catch {
    return null;
  }
}

export function fullName(first: string | undefined, last: string | undefined): string | null {
  return [first, last].filter(Boolean).join(' ') || null;
}
