import type { PresentationEvent } from '#modules/display';
import type { Clock } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import { LeaseLostError, type NewEvent, recordEvents } from './record-event.ts';

type Told = PresentationEvent & { problem?: Problem };

const SUMMARY = {
  'render.finished': 'A presentation was rendered.',
  'render.failed': 'A presentation could not be rendered.',
  'delivery.published': 'A presentation was sent to its display.',
  'delivery.confirmed': 'A display shows a presentation.',
  'delivery.failed': 'A presentation could not be delivered.',
};

/** Adds what becomes of a presentation to the events of the run that made it, after the run's own end. */
export async function recordProgress(
  clock: Clock,
  trx: Trx,
  type: keyof typeof SUMMARY,
  { analysisId, presentationId, displayId }: Told,
): Promise<void> {
  if (analysisId === null) return;
  const event: NewEvent = {
    type,
    level: type.endsWith('.failed') ? 'error' : 'info',
    summary: SUMMARY[type],
    data: { presentationId, ...(displayId && { displayId }) },
  };
  await recordEvents(trx, { analysisId, at: clock.now() }, [event]).catch((error) => {
    // Its account is being erased.
    if (!(error instanceof LeaseLostError)) throw error;
  });
}
