import type { PresentationEvent } from '#modules/display';
import type { Clock } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { LeaseLostError, type NewEvent, recordEvents } from './record-event.ts';

const SUMMARY = {
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
  type: keyof typeof SUMMARY,
  { analysisId, ...told }: PresentationEvent,
): Promise<void> {
  if (analysisId === null) return;
  await recordEvents(trx, { analysisId, at: clock.now() }, [progressEvent(type, told)]).catch((error) => {
    // The account is being deleted.
    if (!(error instanceof LeaseLostError)) throw error;
  });
}

export function progressEvent(
  type: keyof typeof SUMMARY,
  { presentationId, displayId }: Pick<PresentationEvent, 'presentationId' | 'displayId'>,
): NewEvent {
  return {
    type,
    level: type.endsWith('.failed') ? 'error' : 'info',
    summary: SUMMARY[type],
    data: { presentationId, ...(displayId && { displayId }) },
  };
}
