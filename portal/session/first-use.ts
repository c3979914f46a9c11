import { shared } from './storage.ts';

/** Which refresh token a tab has begun to use, and when, until the box has answered. */
const BEGUN = 'refresh-begun';
/**
 * The box takes a second use within ten seconds of the first for a mistake, and a later one for a theft, which ends every
 * session of the user. What is left of them is for a slow line.
 */
const SAFE_MS = 8_000;

interface Use {
  /** The end of the token, which tells it from others. */
  token: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Notes that a refresh token is used from now on. False when a tab began to use it so long ago that a second use could count
 * as theft, and died or fell asleep before it knew the answer: it is unknown whether the box received it.
 */
export function beginUse(refreshToken: string): boolean {
  const token = refreshToken.slice(-8);
  const before = JSON.parse(shared.read(BEGUN) ?? 'null') as Use | null;
  if (before?.token === token) return Math.abs(Date.now() - before.at) < SAFE_MS;
  shared.write(BEGUN, JSON.stringify({ token, at: Date.now() } satisfies Use));
  return true;
}

/** The box has answered. */
export function endUse(): void {
  shared.write(BEGUN, null);
}
