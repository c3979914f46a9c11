import type { Config } from '../config.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Principal } from './route.ts';

interface LimitDeps {
  config: Pick<Config, 'RATE_API_PER_MINUTE' | 'RATE_CREATE_PER_MINUTE' | 'RATE_PREVIEW_PER_MINUTE'>;
  limiter: RateLimiter;
}

/** Counts one request of a credential. @throws {AppError} `429 rate_limited` */
export function limitRequests(
  { kind, credentialId }: Principal,
  { config, limiter }: LimitDeps,
): Promise<void> {
  return limiter.take(`api:${kind}:${credentialId}`, {
    limit: config.RATE_API_PER_MINUTE,
    windowSeconds: 60,
  });
}

/** Counts one creation by a user, on any surface. @throws {AppError} `429 rate_limited` */
export function limitCreations({ userId }: Principal, { config, limiter }: LimitDeps): Promise<void> {
  return limiter.take(`create:${userId}`, { limit: config.RATE_CREATE_PER_MINUTE, windowSeconds: 60 });
}

/** Counts one preview by a user. @throws {AppError} `429 rate_limited` */
export function limitPreviews({ userId }: Principal, { config, limiter }: LimitDeps): Promise<void> {
  return limiter.take(`preview:${userId}`, { limit: config.RATE_PREVIEW_PER_MINUTE, windowSeconds: 60 });
}
