import type { CallOptions } from './connection.ts';
import { pause } from './pause.ts';
import { type PushInput, toAssets } from './push-input.ts';
import type { Contents } from './resources/contents.ts';
import type { Presentations } from './resources/presentations.ts';
import type { Content, OutputRequest, Presentation, UploadTicket } from './types.ts';

export interface PushOptions extends CallOptions {
  /** Id of the display. Without one, Placard chooses. */
  display?: string;
  /** `hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`. */
  mode?: 'auto' | 'manual' | 'hardcode';
  title?: string;
  /** What it is for, in the words of the owner. */
  intent?: string;
  /** Shown before others, also in quiet hours. */
  urgent?: boolean;
  /** Seconds from now, a time of day on the display's clock, or a timestamp: it leaves the display then. */
  expires?: string | number;
  /** Pictures of this size instead of a display. */
  output?: OutputRequest;
  /** Waits at most this long until every display has confirmed, or one has failed. */
  waitSeconds?: number;
  idempotencyKey?: string;
  /** Called while it waits, when the Content or one of its presentations has changed. */
  onProgress?: (progress: PushResult) => void;
}

/** The routes that a push uses. */
interface PushRoutes {
  contents: Contents;
  presentations: Presentations;
  upload(ticket: UploadTicket, file: Blob, options: CallOptions): Promise<void>;
}

export interface PushResult {
  content: Content;
  presentations: Presentation[];
}

const POLL_INTERVAL_MS = 500;

/**
 * Creates a Content, uploads its bytes with the tickets and confirms it. With `waitSeconds` it then waits for the displays.
 * @throws {PlacardError} also when the plan refuses it: the Content then stays unconfirmed
 */
export async function push(
  placard: PushRoutes,
  input: PushInput | PushInput[],
  options: PushOptions = {},
): Promise<PushResult> {
  const { display, output, title, intent, urgent, expires, waitSeconds, idempotencyKey } = options;
  const mode = options.mode ?? (display ? 'manual' : 'auto');
  const { assets, files } = await toAssets(Array.isArray(input) ? input : [input]);
  const { content: created, uploadTickets } = await placard.contents.create(
    {
      ...{ mode, displayId: display, output, title, intent, assets },
      ...(urgent !== undefined && { urgent }),
      ...(expires !== undefined && { expires: String(expires) }),
    },
    { ...callOptions(options), ...(idempotencyKey && { idempotencyKey }) },
  );
  // A repeated idempotency key replays a response whose tickets may have been used.
  if (created.state === 'pending') {
    for (const ticket of uploadTickets) {
      await placard.upload(ticket, files.get(ticket.assetIndex) as Blob, callOptions(options));
    }
  }
  const content = await placard.contents.confirm(created.id, callOptions(options));
  const result = { content, presentations: await presentationsOf(placard, content, options) };
  return waitSeconds ? await follow(placard, result, { ...options, waitSeconds }) : result;
}

/** Polls a Content and its presentations until all are in a final state, or the time is over. */
export async function follow(
  placard: PushRoutes,
  start: PushResult,
  { waitSeconds, onProgress, ...options }: PushOptions & { waitSeconds: number },
): Promise<PushResult> {
  const deadline = Date.now() + waitSeconds * 1000;
  let result = start;
  let reported = '';
  for (;;) {
    const states = JSON.stringify([
      result.content.state,
      result.content.processing.stage,
      result.presentations.map(({ id, state }) => [id, state]),
    ]);
    if (states !== reported) onProgress?.(result);
    reported = states;
    const left = deadline - Date.now();
    if (isOver(result) || left <= 0) return result;
    await pause(Math.min(POLL_INTERVAL_MS, left), options.signal);
    const content = await placard.contents.get(start.content.id, callOptions(options));
    result = { content, presentations: await presentationsOf(placard, content, options) };
  }
}

const FINAL_STATES = ['confirmed', 'failed', 'expired', 'ready'];

/** True when the Content and its presentations are in a final state. */
function isOver({ content, presentations }: PushResult): boolean {
  if (content.state === 'failed') return true;
  return content.state === 'ready' && presentations.every(({ state }) => FINAL_STATES.includes(state));
}

function presentationsOf(
  placard: PushRoutes,
  { presentationIds }: Content,
  options: CallOptions,
): Promise<Presentation[]> {
  return Promise.all(presentationIds.map((id) => placard.presentations.get(id, {}, callOptions(options))));
}

function callOptions({ signal, timeoutMs, maxRetries }: CallOptions): CallOptions {
  return {
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxRetries !== undefined && { maxRetries }),
  };
}
