import type { Config } from '#shared/config.ts';
import { AppError, authenticationFailed } from '#shared/errors.ts';
import { equalStrings } from '#shared/keys.ts';

/**
 * Checks that panels may enrol (`ENROLLMENT`), and that this one has the fleet key if necessary.
 * @throws {AppError} `403 enrollment_closed`, `401 authentication_failed` without the fleet key
 */
export function checkEnrollment(
  { ENROLLMENT, ENROLLMENT_KEY }: Pick<Config, 'ENROLLMENT' | 'ENROLLMENT_KEY'>,
  fleetKey: string | undefined,
): void {
  if (ENROLLMENT === 'open') return;
  if (ENROLLMENT === 'closed') {
    throw new AppError(403, 'enrollment_closed', 'This installation does not accept new panels.');
  }
  if (!ENROLLMENT_KEY || !fleetKey || !equalStrings(fleetKey, ENROLLMENT_KEY)) throw authenticationFailed();
}
