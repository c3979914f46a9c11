import type { Presentation } from './models/presentation.ts';
import type { PresentationEvent } from './ports.ts';

/** The event of a presentation for the library module. */
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
