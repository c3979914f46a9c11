import { addSeconds } from '#shared/clock.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';
import { LEASE_SECONDS, type LeasedAnalysis } from './lease-analysis.ts';

const RENEWAL_INTERVAL_MS = 2_000;

/**
 * Renews a lease until it is stopped. A failed renewal is tried again. If the lease expires, the next write of the run
 * is refused.
 */
export function keepLease(
  { db, clock, log }: Pick<LibraryContext, 'db' | 'clock' | 'log'>,
  { id, leaseId }: LeasedAnalysis,
): () => void {
  const renew = async () => {
    try {
      await Analysis.query(db)
        .patch({ leaseUntil: addSeconds(clock.now(), LEASE_SECONDS) })
        .where({ id, lease_id: leaseId, state: 'running' });
    } catch (error) {
      log.warn({ err: error, analysisId: id }, 'the lease of an analysis could not be renewed');
    }
  };
  const timer = setInterval(renew, RENEWAL_INTERVAL_MS);
  return () => clearInterval(timer);
}
