import type { AnalysisEventDto } from '../schemas.ts';

// Frames of `text/event-stream` (HTML Living Standard, section 9.2). JSON holds no line breaks.

export function eventFrame(event: AnalysisEventDto): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function endFrame(state: string, lastSeq: number): string {
  return `event: end\ndata: ${JSON.stringify({ state, lastSeq })}\n\n`;
}

export const PING = ': ping\n\n';
