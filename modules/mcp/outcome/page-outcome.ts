import type { DisplayDto, PresentationDto } from '#modules/display';

/** The outcome of one page, as a sentence. */
export interface PageOutcome {
  words: string;
  failed: boolean;
}

export function pageOutcome(
  { state, failure }: PresentationDto,
  display: Pick<DisplayDto, 'name' | 'online'> | undefined,
): PageOutcome {
  if (!display) return { words: 'A page was made without a display.', failed: false };
  return { words: wordsOf(state, display, failure?.message), failed: state === 'failed' };
}

function wordsOf(
  state: PresentationDto['state'],
  { name, online }: Pick<DisplayDto, 'name' | 'online'>,
  reason: string | undefined,
): string {
  switch (state) {
    case 'confirmed':
      return `${name} shows it now.`;
    case 'published':
      return online
        ? `It was sent to ${name}, which has not confirmed it yet.`
        : `${name} is asleep or offline: it shows it when it is back.`;
    case 'queued':
      return online
        ? `It waits in the queue of ${name} until the picture there has had its time, or the panel wakes.`
        : `${name} is asleep or offline: it waits in the queue.`;
    case 'failed':
      return `${name} does not show it: ${reason ?? 'no reason was given.'}`;
    case 'expired':
      return `${name} shows something newer by now.`;
    default:
      return `The page for ${name} is still being drawn.`;
  }
}
