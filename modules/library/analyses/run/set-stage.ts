import type { Problem } from '#shared/errors.ts';
import type { LibraryContext } from '../../context.ts';
import { Content, type ProcessingStage } from '../../models/content.ts';
import type { ClaimedAnalysis } from './claim-analysis.ts';

/** Shows how far the run is on the Content that started it, if one did. */
export async function setStage(
  { db, clock }: Pick<LibraryContext, 'db' | 'clock'>,
  { contentId }: ClaimedAnalysis,
  stage: ProcessingStage,
  warnings?: Problem[],
): Promise<void> {
  if (contentId === null) return;
  await Content.query(db)
    .patch({ stage, updatedAt: clock.now(), ...(warnings && { warnings }) })
    .where({ id: contentId, state: 'processing' });
}
