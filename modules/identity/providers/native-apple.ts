import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import { type ClientAuth, genericGrantRequest, None } from 'openid-client';
import type { Log } from '#shared/log.ts';
import { providerUnavailable } from '../errors.ts';
import { CLOCK_TOLERANCE_SECONDS, createOidcClient } from './oidc-client.ts';
import { type NativeApple, SignInRefused } from './provider.ts';
import { identityOf, readClaims } from './redirect-provider.ts';
import { refusalFacts } from './refusal-facts.ts';

export interface NativeAppleOptions {
  issuer: string;
  bundleId: string;
  /** Null when no key is configured: codes are then not exchanged. */
  auth: ClientAuth | null;
  log: Log;
}

/** The errors of jose that mean an invalid token. All others come from fetching Apple's keys. */
const TOKEN_ERRORS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/** Verifies tokens of the app's native sign-in, whose audience and client id are the bundle id. */
export function createNativeApple({ issuer, bundleId, auth, log }: NativeAppleOptions): NativeApple {
  const client = createOidcClient({ issuer, clientId: bundleId, auth: auth ?? None() });
  let keySet: RemoteJWKSet | undefined;

  /** Cached for ten minutes; an unknown `kid` fetches again, at most twice a minute (jose's defaults). */
  async function keys(): Promise<RemoteJWKSet> {
    keySet ??= await client(async (configuration) => {
      const { jwks_uri: uri } = configuration.serverMetadata();
      if (!uri) throw new Error('The issuer names no keys.');
      return createRemoteJWKSet(new URL(uri));
    });
    return keySet;
  }

  async function readToken(identityToken: string): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(identityToken, await keys(), {
        issuer,
        audience: bundleId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return payload;
    } catch (error) {
      if (TOKEN_ERRORS.some((kind) => error instanceof kind)) return null;
      throw providerUnavailable(error);
    }
  }

  return {
    async verify(identityToken, nonce) {
      const payload = await readToken(identityToken);
      if (!payload || (nonce !== null && payload.nonce !== nonce)) return null;
      return { ...identityOf('apple', issuer, readClaims(payload)), name: null, grant: null };
    },
    async exchange(authorizationCode, subject) {
      if (!auth) return null;
      try {
        const tokens = await client((configuration) =>
          genericGrantRequest(configuration, 'authorization_code', { code: authorizationCode }),
        );
        const sameUser = tokens.claims()?.sub === subject;
        return sameUser && tokens.refresh_token
          ? { refreshToken: tokens.refresh_token, clientId: bundleId }
          : null;
      } catch (error) {
        // The token has proven the identity. The code is needed only for a later revocation.
        const err = error instanceof SignInRefused ? error.cause : error;
        log.warn({ err, ...refusalFacts(err) }, 'Apple did not exchange a code');
        return null;
      }
    },
  };
}
