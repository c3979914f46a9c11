import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { lockDisplay } from '../lock-display.ts';
import { Device } from '../models/device.ts';
import { holdOwnerSession, type OwnerRequest } from './owner-request.ts';

const ENROLMENT_WINDOW_SECONDS = 900;

/**
 * Lets a panel that has lost its password enrol again for 15 minutes, or until it has connected with its new one.
 * @throws {AppError} `401`, `404 display_not_found`, `403 access_denied`
 */
export async function resetEnrollment(
  context: Pick<DisplayContext, 'db' | 'clock' | 'requireUser' | 'holdSession'>,
  request: OwnerRequest & { displayId: string },
): Promise<Date> {
  const { userId, displayId } = request;
  const enrollmentOpenUntil = addSeconds(context.clock.now(), ENROLMENT_WINDOW_SECONDS);
  await inTransaction(context.db, async (trx) => {
    await holdOwnerSession(context, trx, request);
    await lockDisplay(context, trx, userId, displayId);
    await Device.query(trx).findById(displayId).patch({ enrollmentOpenUntil });
  });
  return enrollmentOpenUntil;
}
