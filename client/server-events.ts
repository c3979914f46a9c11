import type { Call, Connection } from './connection.ts';
import { PlacardError, unexpectedResponse } from './error.ts';
import { backOffMs, pause } from './pause.ts';

/** One event of a `text/event-stream` (HTML standard, section 9.2). */
export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

/** A block of a stream. Without data it is no event, but its id still marks where to resume. */
type Block = Omit<ServerEvent, 'data'> & { data: string | null };

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
/** The box sends a comment every 15 seconds: a connection that is silent for this long is dead. */
const SILENCE_MS = 45_000;
const MAX_EVENT_CHARACTERS = 1_000_000;

/**
 * The events of a stream. A broken connection is resumed after the last event. Returns the event named `end`, which is the
 * last. @throws {PlacardError} for a refusal, and after `maxRetries` consecutive retries without an event (default: no limit)
 */
export async function* serverEvents(
  connection: Connection,
  call: Call,
  lastEventId?: string,
): AsyncGenerator<ServerEvent, ServerEvent, void> {
  const { signal, maxRetries = Number.POSITIVE_INFINITY } = call.options ?? {};
  let last = lastEventId;
  let failures = 0;
  for (;;) {
    let broken: unknown;
    try {
      const headers = { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) };
      const response = await connection.stream({ ...call, headers: { ...call.headers, ...headers } });
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        throw unexpectedResponse(response.status);
      }
      for await (const { id, event, data } of readBlocks(response)) {
        failures = 0;
        last = id || last;
        if (data === null) continue;
        if (event === 'end') return { id, event, data };
        yield { id, event, data };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PlacardError && isFinal(error)) throw error;
      broken = error;
    }
    if (failures >= maxRetries) throw brokenStream(broken);
    await pause(backOffMs(failures++, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal);
  }
}

function brokenStream(cause: unknown): PlacardError {
  if (cause instanceof PlacardError) return cause;
  return new PlacardError({ status: null, code: 'connection_failed', message: 'The stream broke.', cause });
}

function isFinal({ status }: PlacardError): boolean {
  return status !== null && status < 500 && status !== 408 && status !== 429;
}

/** The blocks of one connection. Throws when it breaks or falls silent. */
async function* readBlocks(response: Response): AsyncGenerator<Block> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      const blocks = (rest + value.replaceAll('\r\n', '\n')).split('\n\n');
      rest = blocks.pop() ?? '';
      if (rest.length > MAX_EVENT_CHARACTERS) throw new Error('An event of the stream is too large.');
      yield* blocks.map(parseBlock);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream fell silent.')), SILENCE_MS);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function parseBlock(block: string): Block {
  const event = { id: '', event: 'message' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'id' || name === 'event') event[name] = value;
  }
  return { ...event, data: data.length === 0 ? null : data.join('\n') };
}
