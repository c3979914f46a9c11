import type { Trx } from '#shared/db/open.ts';
import type { LibraryContext } from '../../context.ts';
import { LeaseLostError } from '../start/record-event.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';

/**
 * Runs a transaction of a run, which locks the user first, so that a deletion of the account waits for it.
 * @throws {LeaseLostError} when the account was deleted
 */
export async function inRunTransaction<T>(
  { inUserTransaction }: Pick<LibraryContext, 'inUserTransaction'>,
  { userId }: Pick<LeasedAnalysis, 'userId'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return inUserTransaction(userId, work, () => {
    throw new LeaseLostError('the account was deleted');
  });
}
