import type { IncomingHttpHeaders } from 'node:http';
import { callerKey } from '#shared/addresses.ts';
import type { Config } from '#shared/config.ts';
import { AppError, authenticationFailed } from '#shared/errors.ts';
import { equalStrings } from '#shared/keys.ts';
import type { DisplayContext } from '../context.ts';

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

/**
 * Checks that panels may enrol (`ENROLLMENT`), and that this one has the fleet key if necessary.
 * @throws {AppError} `403 enrollment_closed`, `401 authentication_failed` without the fleet key
 */
function checkEnrollment(
  { ENROLLMENT, ENROLLMENT_KEY }: Pick<Config, 'ENROLLMENT' | 'ENROLLMENT_KEY'>,
  fleetKey: string | undefined,
): void {
  if (ENROLLMENT === 'open') return;
  if (ENROLLMENT === 'closed') {
    throw new AppError(403, 'enrollment_closed', 'This installation does not accept new panels.');
  }
  if (!ENROLLMENT_KEY || !fleetKey || !equalStrings(fleetKey, ENROLLMENT_KEY)) throw authenticationFailed();
}
