/**
 * Milliseconds to wait before retry number `attempt`, which counts from 0: `firstMs`, doubled with each retry, and
 * never more than `longestMs`.
 */
export function backOffMs(attempt: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** attempt, longestMs);
}
