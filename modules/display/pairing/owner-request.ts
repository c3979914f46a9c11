import type { Trx } from '#shared/db/open.ts';
import type { Principal } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';

/** The origin of a request to claim or unbind a panel, or to let it enrol again. */
export interface OwnerRequest {
  userId: string;
  /** The session of the request. Absent if the caller is not a request. */
  session?: Principal;
}

/**
 * The first call in the transaction of such a request, so that an ended session cannot claim or unbind panels.
 * @throws {AppError} `401 authentication_failed`
 */
export async function holdOwnerSession(
  { holdSession }: Pick<DisplayContext, 'holdSession'>,
  trx: Trx,
  { session }: OwnerRequest,
): Promise<void> {
  if (session) await holdSession(trx, session);
}
