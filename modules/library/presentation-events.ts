import type { PresentationEvent, PresentationEvents } from '#modules/display';
import type { Clock } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { recordProgress } from './analyses/presentation-progress.ts';
import { Content } from './models/content.ts';

/**
 * Reports the events of a presentation to its Content and to its analysis. Only the state of a `hardcode` Content
 * depends on its one presentation: it is ready when the picture is rendered or no longer needed, whether or not a panel
 * shows it.
 */
export function createPresentationEvents(clock: Clock): PresentationEvents {
  const finish = async (trx: Trx, event: PresentationEvent, changes: Partial<Content>) => {
    if (event.analysisId !== null) return;
    await Content.query(trx)
      .whereIn('id', event.contentIds)
      .where({ user_id: event.userId, mode: 'hardcode', state: 'processing' })
      .patch({ ...changes, updatedAt: clock.now() });
  };
  return {
    async rendered(trx, event) {
      await finish(trx, event, { state: 'ready', stage: 'complete' });
      await recordProgress(clock, trx, 'render.finished', event);
    },
    async renderFailed(trx, event) {
      await finish(trx, event, { state: 'failed', stage: 'failed', failure: event.problem });
      await recordProgress(clock, trx, 'render.failed', event);
    },
    withdrawn: (trx, event) => finish(trx, event, { state: 'ready', stage: 'complete' }),
    published: (trx, event) => recordProgress(clock, trx, 'delivery.published', event),
    confirmed: (trx, event) => recordProgress(clock, trx, 'delivery.confirmed', event),
    deliveryFailed: (trx, event) => recordProgress(clock, trx, 'delivery.failed', event),
  };
}
