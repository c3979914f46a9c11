/** One event of a stream. Without an id a reader that resumes does so before it. */
export interface StreamEvent {
  id?: string | number | undefined;
  event: string;
  data: unknown;
}

/** A frame of `text/event-stream` (HTML Living Standard, section 9.2). JSON holds no line breaks. */
export function eventFrame({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment. With an id, a reader that has seen everything so far resumes there. */
export function pingFrame(id?: string): string {
  return id === undefined ? ': ping\n\n' : `: ping\nid: ${id}\n\n`;
}
