import type { Trx } from '#shared/db/open.ts';
import type { LibraryContext } from '../../context.ts';
import { LeaseLostError } from '../record-event.ts';
import type { ClaimedAnalysis } from './claim-analysis.ts';

/**
 * A transaction of a run, which locks the run's user first: a deletion of the account waits until it is over.
 * @throws {LeaseLostError} when the account is gone
 */
export async function inRunTransaction<T>(
  { inUserTransaction }: Pick<LibraryContext, 'inUserTransaction'>,
  { userId }: Pick<ClaimedAnalysis, 'userId'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return inUserTransaction(userId, work, () => {
    throw new LeaseLostError('the account is gone');
  });
}
