import type { Clock } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import { Content, type ProcessingStage } from '../../models/content.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';

/** Stores the stage of a run in the Content that started it, if any. */
export async function setStage(
  trx: Trx,
  clock: Clock,
  { contentId }: LeasedAnalysis,
  { stage, warnings }: { stage: ProcessingStage; warnings: Problem[] | undefined },
): Promise<void> {
  if (contentId === null) return;
  await Content.query(trx)
    .patch({ stage, updatedAt: clock.now(), ...(warnings && { warnings }) })
    .where({ id: contentId, state: 'processing' });
}
