import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { systemClock } from './clock.ts';

const SEQUENCE_LIMIT = 0x1000;
let lastMillisecond = 0;
let sequence = 0;

/**
 * A UUIDv7 (RFC 9562, section 5.7), strictly increasing within this process: the 12 bits of `rand_a` are a
 * counter (section 6.2, method 1) that starts anew each millisecond and borrows from the next one when full.
 */
export function newId(): string {
  const now = systemClock.now().getTime();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = 0;
  } else if (++sequence === SEQUENCE_LIMIT) {
    lastMillisecond += 1;
    sequence = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const count = sequence.toString(16).padStart(3, '0');
  // The variant and the random bits of a UUIDv4 fit a UUIDv7, and Node generates these in batches.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}

/** Whether a text is a UUID of any version, in either case. Postgres refuses a query with another text as an id. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Random bytes of cryptographic quality, for salts, initialisation vectors and secrets. */
export function randomBuffer(bytes: number): Buffer {
  return randomBytes(bytes);
}

/** A random whole number from 0 up to, but without, `limit`. */
export function randomNumber(limit: number): number {
  return randomInt(limit);
}

/** 16 random bytes as URL-safe text, for request ids, nonces and the like. */
export function randomToken(bytes = 16): string {
  return randomBytes(bytes).toString('base64url');
}

/** `length` characters of `alphabet`, evenly distributed. */
export function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Made for every request, so from a UUID: Node keeps random bytes for these and does not call the system each time. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}
