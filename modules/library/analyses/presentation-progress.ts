import type { PresentationEvent } from '#modules/display';
import type { Clock } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { LeaseLostError, type NewEvent, recordEvents } from './start/record-event.ts';

const SUMMARIES = {
  'render.finished': 'A presentation was rendered.',
  'render.failed': 'A presentation could not be rendered.',
  'delivery.published': 'A presentation was sent to its display.',
  'delivery.confirmed': 'A display shows a presentation.',
  'delivery.failed': 'A presentation could not be delivered.',
};

/** Adds an event of a presentation to the events of its run, after the end of the run. */
export async function recordProgress(
  clock: Clock,
  trx: Trx,
  type: keyof typeof SUMMARIES,
  { analysisId, ...presentation }: PresentationEvent,
): Promise<void> {
  if (analysisId === null) return;
  await recordEvents(trx, { analysisId, at: clock.now() }, [progressEvent(type, presentation)]).catch(
    (error) => {
      // The account is being deleted.
      if (!(error instanceof LeaseLostError)) throw error;
    },
  );
}

export function progressEvent(
  type: keyof typeof SUMMARIES,
  { presentationId, displayId }: Pick<PresentationEvent, 'presentationId' | 'displayId'>,
): NewEvent {
  return {
    type,
    level: type.endsWith('.failed') ? 'error' : 'info',
    summary: SUMMARIES[type],
    data: { presentationId, ...(displayId && { displayId }) },
  };
}
