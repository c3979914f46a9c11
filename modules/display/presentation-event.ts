import type { Presentation } from './models/presentation.ts';
import type { PresentationEvent } from './ports.ts';

/** What the keeper of the contents and analyses is notified of about a presentation. */
export function presentationEvent(
  presentation: Pick<Presentation, 'id' | 'userId' | 'deviceId' | 'analysisId' | 'contents'>,
): PresentationEvent {
  return {
    presentationId: presentation.id,
    userId: presentation.userId,
    displayId: presentation.deviceId,
    analysisId: presentation.analysisId,
    contentIds: presentation.contents.map(({ id }) => id),
  };
}
