import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ClientAuth } from 'openid-client';

const CLIENT_SECRET_LIFE_SECONDS = 300; // Apple allows up to six months

export interface AppleKey {
  issuer: string;
  teamId: string;
  keyId: string;
  privateKey: KeyObject;
}

/** @throws when the text is not a PKCS #8 PEM key on the curve P-256; `\n` may stand for line breaks. */
export function readApplePrivateKey(pem: string): KeyObject {
  const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key');
  return key;
}

/** Apple's client authentication: the client secret is a JWT that is created for each request. */
export function appleClientAuth({ issuer, teamId, keyId, privateKey }: AppleKey): ClientAuth {
  return async (_server, { client_id: clientId }, body) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime(`${CLIENT_SECRET_LIFE_SECONDS} s`)
      .sign(privateKey);
    body.set('client_id', clientId);
    body.set('client_secret', secret);
  };
}
