import { addSeconds } from '#shared/clock.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';

/** Archives are made within seconds, or after a few attempts never: their jobs failed in an outage, say. */
const LOST_AFTER_SECONDS = 600;
const MAX_PER_BATCH = 1000;

/** Sends a job again for every run that is over and still has room reserved for its archive. */
export async function orderLostArchives({
  db,
  clock,
  jobs,
}: Pick<LibraryContext, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const lost = await Analysis.query(db)
    .where('reserved_bytes', '>', 0)
    .whereIn('state', ['completed', 'failed'])
    .where('updated_at', '<', addSeconds(clock.now(), -LOST_AFTER_SECONDS))
    .limit(MAX_PER_BATCH)
    .select('id');
  for (const { id } of lost) await jobs.send(db, queues.archiveAnalysis, { analysisId: id });
}
