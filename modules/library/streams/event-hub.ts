import { channels } from '#shared/db/channels.ts';
import type { Notifications } from '#shared/db/notifications.ts';
import { processingUnavailable, rateLimited } from '#shared/errors.ts';
import type { Principal } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import { EventStream, type StreamSource } from './event-stream.ts';

/** Open streams of one kind and one session or token, in this process. */
const MAX_STREAMS_PER_CREDENTIAL = 5;
/**
 * How often the credential of each stream is checked, for ends without notification: expiry, or a lost notification.
 */
const CREDENTIAL_CHECK_MS = 60_000;

/** The notifications that wake a stream: those on a channel whose payload begins with an id. */
export interface Topic {
  channel: typeof channels.analysisChanged | typeof channels.userChanged;
  id: string;
}

export interface OpenStream {
  principal: Principal;
  authorization: string | undefined;
  topic: Topic;
  source: StreamSource;
  /** Shortest time between two reads. Default 0. */
  minReadIntervalMs?: number;
}

export interface EventHub {
  /** @throws {AppError} `429` beyond five, `401` when the credential ended meanwhile, `503` while shutting down */
  open(wanted: OpenStream): Promise<EventStream>;
  /** Ends all streams; their readers reconnect to another process. */
  close(): void;
}

/** All event streams of this process. */
export function createEventHub(
  { log, analysis }: Pick<LibraryContext, 'log' | 'analysis'>,
  notices: Notifications,
  { pingMs = 15_000, stallMs = 60_000 }: { pingMs?: number; stallMs?: number } = {},
): EventHub {
  const open = new Map<EventStream, OpenStream>();
  let closed = false;

  const forEachStream = (filter: (stream: OpenStream) => boolean, work: (stream: EventStream) => void) => {
    for (const [stream, options] of open) if (filter(options)) work(stream);
  };
  const wake = (channel: Topic['channel']) => (payload: string) => {
    const [id] = payload.split(' ');
    forEachStream(
      ({ topic }) => topic.channel === channel && topic.id === id,
      (stream) => stream.wake(),
    );
  };
  notices.subscribe({
    channels: {
      [channels.analysisChanged]: wake(channels.analysisChanged),
      [channels.userChanged]: wake(channels.userChanged),
      [channels.credentialEnded]: (id) =>
        forEachStream(
          ({ principal }) => principal.credentialId === id,
          (stream) => stream.disconnect(),
        ),
    },
    onConnect() {
      forEachStream(
        () => true,
        (stream) => stream.wake(),
      );
      void recheckAll();
    },
  });

  async function recheck(stream: EventStream, { principal, authorization }: OpenStream): Promise<void> {
    try {
      await analysis.reauthenticate(principal.kind, authorization);
    } catch {
      stream.disconnect();
    }
  }

  async function recheckAll(): Promise<void> {
    for (const [stream, options] of [...open]) await recheck(stream, options);
  }
  const timer = setInterval(recheckAll, CREDENTIAL_CHECK_MS);
  timer.unref();

  return {
    async open(wanted) {
      const { principal, authorization, topic, source, minReadIntervalMs = 0 } = wanted;
      if (closed) throw processingUnavailable('This process is shutting down.');
      const sameKind = [...open.values()].filter(
        (one) => one.principal.credentialId === principal.credentialId && one.topic.channel === topic.channel,
      );
      if (sameKind.length >= MAX_STREAMS_PER_CREDENTIAL) throw rateLimited(pingMs / 1000);
      const stream = new EventStream({ source, pingMs, stallMs, minReadIntervalMs });
      open.set(stream, wanted);
      stream.once('close', () => open.delete(stream));
      stream.on('error', (error: NodeJS.ErrnoException) => {
        // Readers normally end a stream by closing the connection.
        if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
        log.warn({ err: error, topic }, 'an event stream failed');
      });
      try {
        await notices.listening();
        // It may have ended after its check and before this stream received such notifications.
        await analysis.reauthenticate(principal.kind, authorization);
      } catch (error) {
        stream.disconnect();
        throw error;
      }
      return stream;
    },
    close() {
      closed = true;
      clearInterval(timer);
      forEachStream(
        () => true,
        (stream) => stream.disconnect(),
      );
    },
  };
}
