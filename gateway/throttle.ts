/**
 * A token bucket that makes the caller wait instead of refusing: a panel that floods is read more slowly, and TCP
 * pushes back. Answers how many milliseconds to wait before the next message is handled.
 */
export function createThrottle(perSecond: number, burst: number): (now: number) => number {
  let tokens = burst;
  let last = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond);
    last = now;
    tokens -= 1;
    return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
  };
}
