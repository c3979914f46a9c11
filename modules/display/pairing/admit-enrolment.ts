import type { IncomingHttpHeaders } from 'node:http';
import { callerKey } from '#shared/addresses.ts';
import type { DisplayContext } from '../context.ts';
import { checkEnrollment } from './check-enrollment.ts';

/** The request of a panel that wants to enrol. */
export interface EnrolmentRequest {
  address: string;
  headers: IncomingHttpHeaders;
}

/**
 * Checks that a panel may enrol: the rate limit per address, and the fleet key.
 * @throws {AppError} `429 rate_limited`, `403 enrollment_closed`, `401 authentication_failed`
 */
export async function admitEnrolment(
  { config, limiter }: Pick<DisplayContext, 'config' | 'limiter'>,
  { address, headers }: EnrolmentRequest,
): Promise<void> {
  await limiter.take(`enroll:${callerKey(address)}`, {
    limit: config.RATE_ENROLL_PER_HOUR,
    windowSeconds: 3600,
  });
  checkEnrollment(config, headers['x-enrollment-key'] as string | undefined);
}
