import { shared } from './storage.ts';

/** Which refresh token a tab has begun to use, and when, until the box has answered. */
const BEGUN = 'refresh-begun';
/**
 * The box counts a second use within ten seconds as a mistake, and a later one as theft, which ends every session of the user.
 * The remaining two seconds are for a slow connection.
 */
const SAFE_MS = 8_000;

interface Use {
  /** The end of the token, which identifies it. */
  token: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Notes the first use of a refresh token. False when a tab used it so long ago that a second use could count as theft, and
 * ended before it got the response: it is unknown whether the box received the token.
 */
export function beginUse(refreshToken: string): boolean {
  const token = refreshToken.slice(-8);
  const before = JSON.parse(shared.read(BEGUN) ?? 'null') as Use | null;
  if (before?.token === token) return Math.abs(Date.now() - before.at) < SAFE_MS;
  shared.write(BEGUN, JSON.stringify({ token, at: Date.now() } satisfies Use));
  return true;
}

/** Call it when the box has responded. */
export function endUse(): void {
  shared.write(BEGUN, null);
}
