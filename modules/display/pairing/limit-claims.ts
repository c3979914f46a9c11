import { callerKey } from '#shared/addresses.ts';
import type { DisplayContext } from '../context.ts';

type Limited = Pick<DisplayContext, 'limiter' | 'config'>;

const CLAIM_WINDOW_SECONDS = 900;

/**
 * Counts an attempt to claim, also a successful one, across all api processes, so that a user cannot guess a code.
 * @throws {AppError} `429 rate_limited`
 */
export function limitClaimsOfUser({ limiter, config }: Limited, userId: string): Promise<void> {
  return limiter.take(`claim:${userId}`, {
    limit: config.RATE_CLAIM_PER_15_MINUTES,
    windowSeconds: CLAIM_WINDOW_SECONDS,
  });
}

/**
 * Counts attempts per address too, because with open registration an attacker can create many accounts.
 * @throws {AppError} `429 rate_limited`
 */
export function limitClaimsFromAddress({ limiter, config }: Limited, address: string): Promise<void> {
  return limiter.take(`claim-address:${callerKey(address)}`, {
    limit: config.RATE_CLAIM_PER_ADDRESS_PER_15_MINUTES,
    windowSeconds: CLAIM_WINDOW_SECONDS,
  });
}
