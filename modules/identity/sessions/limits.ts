import { callerKey } from '#shared/addresses.ts';
import { sha256 } from '#shared/keys.ts';
import type { IdentityContext } from '../context.ts';

type Limited = Pick<IdentityContext, 'limiter' | 'config'>;

/** @throws {AppError} `429 rate_limited` */
export function limitLogins({ limiter, config }: Limited, address: string): Promise<void> {
  return limiter.take(`login:${callerKey(address)}`, {
    limit: config.RATE_LOGIN_PER_MINUTE,
    windowSeconds: 60,
  });
}

/** @throws {AppError} `429 rate_limited` */
export function limitRegistrations({ limiter, config }: Limited, address: string): Promise<void> {
  return limiter.take(`register:${callerKey(address)}`, {
    limit: config.RATE_REGISTER_PER_HOUR,
    windowSeconds: 3600,
  });
}

/** @throws {AppError} `429 rate_limited` */
export function limitRefreshes({ limiter, config }: Limited, address: string): Promise<void> {
  return limiter.take(`refresh:${callerKey(address)}`, {
    limit: config.RATE_REFRESH_PER_MINUTE,
    windowSeconds: 60,
  });
}

/**
 * Counts failed password checks per account and address. `account` is the user's id or, if no account has the name, the
 * name: the limit is the same. An attempt is counted before the check, so that parallel attempts cannot exceed the limit.
 * @throws {AppError} `429 rate_limited`
 */
export async function limitFailures(
  { limiter, config }: Limited,
  account: string,
  address: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const key = `password:${sha256(account)}:${callerKey(address)}`;
  const rule = { limit: config.RATE_PASSWORD_FAILURES_PER_15_MINUTES, windowSeconds: 900 };
  await limiter.take(key, rule);
  const hasSucceeded = await check();
  if (hasSucceeded) await limiter.refund(key, rule);
  return hasSucceeded;
}
