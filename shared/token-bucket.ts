/** How much may still be taken at once. */
export interface TokenBucket {
  tokens: number;
  /** When they were counted, in milliseconds. */
  at: number;
}

/**
 * A token bucket that makes the caller wait instead of refusing: a panel that floods is read more slowly, and TCP
 * pushes back. Returns how many milliseconds to wait for the token.
 */
export function takeToken(budget: TokenBucket, now: number, perSecond: number, burst: number): number {
  budget.tokens = Math.min(burst, budget.tokens + ((now - budget.at) / 1000) * perSecond) - 1;
  budget.at = now;
  return budget.tokens >= 0 ? 0 : (-budget.tokens / perSecond) * 1000;
}
