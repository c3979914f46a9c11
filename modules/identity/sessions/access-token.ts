import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { brand } from '#shared/brand.ts';
import type { Clock } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

const ACCESS_TOKEN_TYPE = 'at+jwt'; // RFC 9068, section 2.1

/** The claims of a valid access token. Times are in seconds since 1970. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  expiresAt: number;
}

export interface AccessTokens {
  issue(session: { id: string; userId: string; expiresAt: Date }): Promise<string>;
  /** The expiry of a token that is issued now for this session: after its normal life, but not after the session's absolute limit. */
  expiryOf(session: { expiresAt: Date }): number;
  /** Null for a token that was not signed here, has another audience, or has expired. */
  verify(token: string): Promise<AccessClaims | null>;
}

interface Verified extends AccessClaims {
  kid: string;
}

/** Tokens whose signature was checked, cached so that it is not checked again. Each takes about 500 bytes. */
const MAX_CACHED_TOKENS = 5_000;

export function createAccessTokens(signingKeys: SigningKeys, clock: Clock, lifeHours: number): AccessTokens {
  const cached = new Map<string, Verified>();

  const expiryOf = ({ expiresAt }: { expiresAt: Date }) =>
    Math.floor(Math.min(clock.now().getTime() + lifeHours * 3_600_000, expiresAt.getTime()) / 1000);

  async function check(token: string): Promise<Verified | null> {
    const kid = isCanonical(token) ? keyIdOf(token) : null;
    const key = kid === null ? null : await signingKeys.verifier(kid);
    if (!kid || !key) return null;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [SIGNING_ALGORITHM],
        issuer: brand.tokenIssuer,
        audience: brand.tokenAudience,
        typ: ACCESS_TOKEN_TYPE,
        requiredClaims: ['sub', 'sid', 'iat', 'exp', 'jti'],
        currentDate: clock.now(),
      });
      const { sub, sid, exp } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null;
      return { userId: sub, sessionId: sid, expiresAt: exp, kid };
    } catch {
      return null; // jose throws only for reasons to refuse the token
    }
  }

  return {
    expiryOf,
    async issue(session) {
      const { kid, key } = await signingKeys.signer();
      return new SignJWT({ sid: session.id })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: ACCESS_TOKEN_TYPE })
        .setIssuer(brand.tokenIssuer)
        .setAudience(brand.tokenAudience)
        .setSubject(session.userId)
        .setIssuedAt(clock.now())
        .setExpirationTime(expiryOf(session))
        .setJti(newId())
        .sign(key);
    },
    async verify(token) {
      const before = cached.get(token);
      if (before) {
        const stillGood =
          before.expiresAt * 1000 > clock.now().getTime() &&
          (await signingKeys.verifier(before.kid)) !== null;
        if (stillGood) return before;
        cached.delete(token);
        return null;
      }
      const verified = await check(token);
      if (!verified) return null;
      if (cached.size >= MAX_CACHED_TOKENS) cached.delete(cached.keys().next().value ?? '');
      cached.set(token, verified);
      return verified;
    },
  };
}

/** The last character of base64url has unused bits, so several texts encode the same bytes. Only the canonical one is accepted. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

function keyIdOf(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
}
