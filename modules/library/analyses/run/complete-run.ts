import type { NewPresentation } from '#modules/display';
import { AppError, type Problem, problem } from '#shared/errors.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../../context.ts';
import { Content } from '../../models/content.ts';
import { checkStorageLimit } from '../../uploads/check-storage-limit.ts';
import { progressEvent } from '../presentation-progress.ts';
import { LeaseLostError, type NewEvent, recordEvents } from '../start/record-event.ts';
import { ARCHIVE_BYTES } from '../start/run-bytes.ts';
import { displayUnavailable } from './choose-targets.ts';
import { endAnalysis } from './finish-run.ts';
import { contentDeleted, type MaterialContent } from './gather-material.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { RunError, storageLimitReached } from './run-error.ts';
import { inRunTransaction } from './run-transaction.ts';

/**
 * The last step, in one transaction: presentations, their contents, the end of the run. So a run that is repeated after
 * a kill, or that two workers execute, creates one set of presentations. Those without a push of the quota are created
 * as failed ones.
 * @throws {RunError} when a named display or Content was deleted, no push is left, or the pages exceed both the
 * reservation and the user's storage limit
 * @throws {LeaseLostError}
 */
export async function completeRun(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  {
    material,
    items,
    warnings,
    events,
  }: {
    material: Pick<MaterialContent, 'content' | 'role'>[];
    items: Omit<NewPresentation, 'userId' | 'contents' | 'analysisId'>[];
    warnings: Problem[];
    /** Events of the run that are not written yet. */
    events: NewEvent[];
  },
): Promise<void> {
  const { id: analysisId, userId } = analysis;
  const now = context.clock.now();
  await inRunTransaction(context, analysis, async (trx) => {
    const ids = material.map(({ content }) => content.id);
    const locked = await Content.query(trx).whereIn('id', ids).orderBy('id').select('id').forUpdate();
    const existingIds = new Set(locked.map(({ id }) => id));
    const kept = material.filter(({ content }) => existingIds.has(content.id));
    if (material.some(({ content, role }) => role === 'input' && !existingIds.has(content.id)))
      throw contentDeleted();
    const contents = kept.map(({ content, role }) => ({ id: content.id, role }));
    const delivery = urgencyAndExpiry(analysis, kept);
    const made = items.map((item) => ({ ...item, ...delivery, userId, contents, analysisId }));
    const wantedBytes = made.reduce(
      (sum, item) => sum + context.display.presentationBytes(item),
      ARCHIVE_BYTES,
    );
    if (wantedBytes > analysis.reservedBytes)
      await checkStorageLimit(context, trx, { userId, bytes: wantedBytes - analysis.reservedBytes });
    const { ids: presentationIds, beyondQuota } = await context.display.createPresentations(
      trx,
      made,
      'fail',
    );
    if (made.length > 0 && beyondQuota.length === made.length) throw pushQuotaExceeded();

    const added = Content.raw('presentation_ids || ?::uuid[]', [presentationIds]) as unknown as string[];
    const others = [...existingIds].filter((id) => id !== analysis.contentId);
    if (others.length > 0) await Content.query(trx).whereIn('id', others).patch({ presentationIds: added });
    if (analysis.contentId) {
      const all = beyondQuota.length > 0 ? [...warnings, beyondQuotaWarning(beyondQuota.length)] : warnings;
      const ready = await Content.query(trx).where({ id: analysis.contentId, state: 'processing' }).patch({
        presentationIds: added,
        state: 'ready',
        stage: 'complete',
        warnings: all,
        updatedAt: now,
      });
      if (ready !== 1) throw new LeaseLostError('the content is no longer being processed');
    }
    const outcome = 'presentations';
    const count = presentationIds.length;
    const quotaNote = beyondQuota.length > 0 ? `, ${beyondQuota.length} of them beyond the quota` : '';
    await endAnalysis(context, trx, analysis, 'completed', { outcome, presentationIds }, [
      ...events,
      { type: 'plan.accepted', summary: 'The plan was accepted.', data: { presentationIds, actions: count } },
      {
        type: 'analysis.completed',
        summary: `${count === 1 ? '1 presentation was' : `${count} presentations were`} made${quotaNote}.`,
        data: { outcome, presentations: count },
      },
    ]);
    if (beyondQuota.length === 0) return;
    const summary = 'There was no push left for a presentation.';
    const failed = beyondQuota.map((one) => ({ ...progressEvent('render.failed', one), summary }));
    await recordEvents(trx, { analysisId, at: now }, failed);
  }).catch((error) => {
    if (error instanceof StorageLimitError) throw storageLimitReached(error, CREATION_STAGE.stage);
    // The display was unbound since it was read. If none was named, the next attempt chooses again.
    const lost = error instanceof AppError && error.code === 'display_not_found' && analysis.target;
    throw lost ? displayUnavailable() : error;
  });
}

/**
 * A page expires with the first of its contents. It is urgent if it was made from an urgent content that was just
 * pushed.
 */
function urgencyAndExpiry(
  { contentId }: LeasedAnalysis,
  material: Pick<MaterialContent, 'content' | 'role'>[],
): Pick<NewPresentation, 'urgent' | 'expiresAt'> {
  const inputs = material.filter(({ role }) => role === 'input').map(({ content }) => content);
  const expiries = inputs.map(({ expiresAt }) => expiresAt).filter((at) => at !== null);
  return {
    urgent: inputs.some(({ id, urgent }) => urgent && id === contentId),
    expiresAt: expiries.length > 0 ? new Date(Math.min(...expiries.map(Number))) : null,
  };
}

const CREATION_STAGE = { stage: 'creating_presentations' } as const;

function pushQuotaExceeded(): RunError {
  return new RunError(
    problem('quota_exceeded', 'Your plan has no push left for these pages.', CREATION_STAGE),
  );
}

function beyondQuotaWarning(count: number): Problem {
  return problem('quota_exceeded', `Your plan had no push left for ${count} of the pages.`, CREATION_STAGE);
}

/** Ends a run with nothing to show. @throws {LeaseLostError} */
export async function completeWithoutChange(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  { reason, events }: { reason: string; events: NewEvent[] },
): Promise<void> {
  await inRunTransaction(context, analysis, (trx) =>
    endAnalysis(context, trx, analysis, 'completed', { outcome: 'no_change', noChangeReason: reason }, [
      ...events,
      {
        type: 'analysis.completed',
        summary: 'There was nothing new to show.',
        data: { outcome: 'no_change', presentations: 0 },
      },
    ]),
  );
}
