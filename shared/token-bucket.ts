/** State of a token bucket: the tokens left, which are refilled over time. */
export interface TokenBucket {
  tokens: number;
  /** When `tokens` was counted, in milliseconds. */
  at: number;
}

/**
 * Takes a token even if none is left, and returns the milliseconds that the caller must wait for it. A panel that sends too
 * much is read more slowly, so that TCP limits it.
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
