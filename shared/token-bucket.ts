/** How much may be taken at once. Refilled over time. */
export interface TokenBucket {
  tokens: number;
  /** When `tokens` was counted, in milliseconds. */
  at: number;
}

/**
 * Takes a token even when there is none, and returns how many milliseconds the caller must wait for it. A panel that
 * floods is read more slowly, and TCP pushes back.
 */
export function takeToken(bucket: TokenBucket, now: number, perSecond: number, burst: number): number {
  refill(bucket, now, perSecond, burst);
  bucket.tokens -= 1;
  return bucket.tokens >= 0 ? 0 : (-bucket.tokens / perSecond) * 1000;
}

/** Takes a token if there is one, and returns whether there was. */
export function tryTakeToken(bucket: TokenBucket, now: number, perSecond: number, burst: number): boolean {
  refill(bucket, now, perSecond, burst);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

function refill(bucket: TokenBucket, now: number, perSecond: number, burst: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
  bucket.at = now;
}
