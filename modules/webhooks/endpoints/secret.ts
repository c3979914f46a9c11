import { createHmac } from 'node:crypto';
import { randomBuffer } from '#shared/ids.ts';
import type { Keys } from '#shared/keys.ts';
import type { Endpoint, PreviousSecret } from '../models/endpoint.ts';

/** Bytes of a secret. Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

/** A new secret in the form of Standard Webhooks: `whsec_` and base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBuffer(SECRET_BYTES).toString('base64');
}

export function sealSecret(keys: Keys, endpointId: string, secret: string): string {
  return keys.encrypt(secret, `webhook:${endpointId}`);
}

/** Replaced secrets that still sign at `now`, newest first. */
export function validSecrets(
  { previousSecrets }: Pick<Endpoint, 'previousSecrets'>,
  now: Date,
): PreviousSecret[] {
  return previousSecrets.filter(({ until }) => new Date(until) > now);
}

/**
 * The headers of a message (Standard Webhooks 1.0): its id, the time in seconds, and one signature for each secret
 * valid at `now`: HMAC-SHA-256 over `id.time.body`.
 */
export function signedHeaders(
  keys: Keys,
  endpoint: Pick<Endpoint, 'id' | 'secret' | 'previousSecrets'>,
  { messageId, body }: { messageId: string; body: string },
  now: Date,
): Record<string, string> {
  const time = Math.floor(now.getTime() / 1000);
  const sealed = [endpoint.secret, ...validSecrets(endpoint, now).map(({ secret }) => secret)];
  const signatures = sealed.map((one) => {
    const secret = keys.decrypt(one, `webhook:${endpoint.id}`).slice(SECRET_PREFIX.length);
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'));
    return `v1,${signature.update(`${messageId}.${time}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(time),
    'webhook-signature': signatures.join(' '),
  };
}
