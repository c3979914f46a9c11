import { sharedStorage } from './storage.ts';

/** Storage entry with the refresh token that a tab has sent and the time, until the box has responded. */
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
 * Notes the use of a refresh token. False when a tab sent it more than `SAFE_MS` ago and got no response: it is unknown whether
 * the box received it, and a second use could count as theft.
 */
export function beginUse(refreshToken: string): boolean {
  const token = refreshToken.slice(-8);
  const earlierUse = JSON.parse(sharedStorage.read(BEGUN) ?? 'null') as Use | null;
  if (earlierUse?.token === token) return Math.abs(Date.now() - earlierUse.at) < SAFE_MS;
  sharedStorage.write(BEGUN, JSON.stringify({ token, at: Date.now() } satisfies Use));
  return true;
}

/** Call it when the box has responded. */
export function endUse(): void {
  sharedStorage.write(BEGUN, null);
}
