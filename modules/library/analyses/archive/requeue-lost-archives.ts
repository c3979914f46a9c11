import { addSeconds } from '#shared/clock.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';

/** Archives are normally made within seconds. After this time their jobs have probably failed in an outage. */
const LOST_AFTER_SECONDS = 600;
const MAX_PER_BATCH = 1000;

/** Sends the job again for every finished run that still has bytes reserved for its archive. */
export async function requeueLostArchives({
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
