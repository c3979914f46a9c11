import { channels } from '#shared/db/channels.ts';
import { type Listener, listen } from '#shared/db/notify.ts';
import { processingUnavailable, rateLimited } from '#shared/errors.ts';
import type { Principal } from '#shared/http/route.ts';
import type { LibraryContext } from '../../context.ts';
import { publicEvents } from '../list-events.ts';
import { Analysis, isTerminal } from '../models/analysis.ts';
import { type EventSlice, EventStream } from './event-stream.ts';

/** Open streams of one session or token, in this process. */
const PER_CREDENTIAL = 5;
const EVENTS_PER_READ = 100;
/** How often the credential behind each stream is looked at, for ends that nobody tells: expiry, a lost notification. */
const RECHECK_MS = 60_000;

export interface OpenStream {
  principal: Principal;
  authorization: string | undefined;
  analysisId: string;
  after: number;
}

export interface EventHub {
  /** @throws {AppError} `429` beyond five, `401` when the credential ended meanwhile, `503` while shutting down */
  open(wanted: OpenStream): Promise<EventStream>;
  /** Cuts all streams; their readers come again elsewhere. */
  close(): Promise<void>;
}

/** All event streams of this process. They share one listening connection, opened with the first of them. */
export function createEventHub(
  context: Pick<LibraryContext, 'db' | 'config' | 'log' | 'analysis'>,
  { pingMs = 15_000, stallMs = 60_000 }: { pingMs?: number; stallMs?: number } = {},
): EventHub {
  const { db, config, log } = context;
  const open = new Map<EventStream, OpenStream>();
  let listener: Promise<Listener> | undefined;
  let closed = false;
  /** Readers of one run who stand at the same place are answered by one query. */
  const reads = new Map<string, Promise<EventSlice>>();

  const each = (filter: (stream: OpenStream) => boolean, work: (stream: EventStream) => void) => {
    for (const [stream, about] of open) if (filter(about)) work(stream);
  };

  function listening(): Promise<Listener> {
    listener ??= listen({
      url: config.DATABASE_URL,
      log,
      channels: {
        [channels.analysisChanged]: (id) =>
          each(
            ({ analysisId }) => analysisId === id,
            (stream) => stream.wake(),
          ),
        [channels.credentialEnded]: (id) =>
          each(
            ({ principal }) => principal.credentialId === id,
            (stream) => stream.cut(),
          ),
      },
      onConnect() {
        each(
          () => true,
          (stream) => stream.wake(),
        );
        void recheckAll();
      },
    }).catch((error) => {
      listener = undefined;
      throw error;
    });
    return listener;
  }

  async function recheck(stream: EventStream, { principal, authorization }: OpenStream): Promise<void> {
    try {
      await context.analysis.reauthenticate(principal.kind, authorization);
    } catch {
      stream.cut();
    }
  }

  async function recheckAll(): Promise<void> {
    for (const [stream, about] of [...open]) await recheck(stream, about);
  }
  const timer = setInterval(recheckAll, RECHECK_MS);
  timer.unref();

  function read(analysisId: string, after: number): Promise<EventSlice> {
    const key = `${analysisId} ${after}`;
    const running = reads.get(key);
    if (running) return running;
    const reading = readSlice(db, analysisId, after).finally(() => reads.delete(key));
    reads.set(key, reading);
    return reading;
  }

  return {
    async open(wanted) {
      const { principal, authorization, analysisId, after } = wanted;
      if (closed) throw processingUnavailable('This process is shutting down.');
      const held = [...open.values()].filter((one) => one.principal.credentialId === principal.credentialId);
      if (held.length >= PER_CREDENTIAL) throw rateLimited(pingMs / 1000);
      const stream = new EventStream({ after, pingMs, stallMs, read: (from) => read(analysisId, from) });
      open.set(stream, wanted);
      stream.once('close', () => open.delete(stream));
      stream.on('error', (error) => log.warn({ err: error, analysisId }, 'an event stream broke off'));
      try {
        await listening();
        // It may have ended after it was checked and before its end would have been heard of here.
        await context.analysis.reauthenticate(principal.kind, authorization);
      } catch (error) {
        stream.cut();
        throw error;
      }
      return stream;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      each(
        () => true,
        (stream) => stream.cut(),
      );
      await (await listener?.catch(() => undefined))?.close();
    },
  };
}

async function readSlice(db: LibraryContext['db'], analysisId: string, after: number): Promise<EventSlice> {
  const analysis = await Analysis.query(db).findById(analysisId).select('state', 'end_seq');
  // Gone with its account.
  if (!analysis) throw new Error('the analysis is gone');
  const { state, endSeq } = analysis;
  const until = endSeq ?? undefined;
  const events = await publicEvents(db, { analysisId, after, limit: EVENTS_PER_READ, until });
  return { events, end: isTerminal(analysis) ? { state, lastSeq: endSeq ?? 0 } : null };
}
