import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { LibraryContext } from '../../context.ts';
import { LeaseLostError } from '../record-event.ts';
import type { ClaimedAnalysis } from './claim-analysis.ts';

/**
 * A transaction of a run, which holds the run's user first: who deletes the account waits until it is over.
 * @throws {LeaseLostError} when the account is gone
 */
export async function inRunTransaction<T>(
  { db, holdUser }: Pick<LibraryContext, 'db' | 'holdUser'>,
  { userId }: Pick<ClaimedAnalysis, 'userId'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    if (!(await holdUser(trx, userId))) throw new LeaseLostError('the account is gone');
    return work(trx);
  });
}
