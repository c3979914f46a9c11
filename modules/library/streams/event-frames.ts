/** One event of a stream. A reader resumes before an event without an id. */
export interface StreamEvent {
  id?: string | number | undefined;
  event: string;
  data: unknown;
}

/** A frame of `text/event-stream` (HTML Living Standard, section 9.2). JSON holds no line breaks. */
export function eventFrame({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment frame. An id lets a reader that has all events so far resume there. */
export function pingFrame(id?: string): string {
  return id === undefined ? ': ping\n\n' : `: ping\nid: ${id}\n\n`;
}
