import type { Clock } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import { Content, type ProcessingStage } from '../../models/content.ts';
import type { ClaimedAnalysis } from './claim-analysis.ts';

/** Shows how far the run is on the Content that started it, if one did. */
export async function setStage(
  trx: Trx,
  clock: Clock,
  { contentId }: ClaimedAnalysis,
  { stage, warnings }: { stage: ProcessingStage; warnings: Problem[] | undefined },
): Promise<void> {
  if (contentId === null) return;
  await Content.query(trx)
    .patch({ stage, updatedAt: clock.now(), ...(warnings && { warnings }) })
    .where({ id: contentId, state: 'processing' });
}
