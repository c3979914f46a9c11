import type { Trx } from '#shared/db/open.ts';
import type { Principal } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';

/** Whose request it is to claim a panel, to unbind it or to let it enrol again. */
export interface OwnerRequest {
  userId: string;
  /** The session that asks. Absent where the caller is no request and vouches for the user itself. */
  session?: Principal;
}

/**
 * First in the transaction of such a request: a session that has ended gives and takes no panels any more.
 * @throws {AppError} `401 authentication_failed`
 */
export async function holdOwnerSession(
  { holdSession }: Pick<DisplayContext, 'holdSession'>,
  trx: Trx,
  { session }: OwnerRequest,
): Promise<void> {
  if (session) await holdSession(trx, session);
}
