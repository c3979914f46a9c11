import { callerKey } from '#shared/addresses.ts';
import type { DisplayContext } from '../context.ts';

type Limited = Pick<DisplayContext, 'limiter' | 'config'>;

const WINDOW_SECONDS = 900;

/**
 * Counts an attempt to claim, a good one too, for all api processes: so that a user cannot find a code by guessing.
 * @throws {AppError} `429 rate_limited`
 */
export function limitClaimsOfUser({ limiter, config }: Limited, userId: string): Promise<void> {
  return limiter.take(`claim:${userId}`, {
    limit: config.RATE_CLAIM_PER_15_MINUTES,
    windowSeconds: WINDOW_SECONDS,
  });
}

/**
 * The same for the address that it comes from: accounts cost an attacker nothing where registration is open.
 * @throws {AppError} `429 rate_limited`
 */
export function limitClaimsFromAddress({ limiter, config }: Limited, address: string): Promise<void> {
  return limiter.take(`claim-address:${callerKey(address)}`, {
    limit: config.RATE_CLAIM_PER_ADDRESS_PER_15_MINUTES,
    windowSeconds: WINDOW_SECONDS,
  });
}
