import { Readable } from 'node:stream';
import { monotonicMs } from '#shared/clock.ts';
import { pingFrame } from './event-frames.ts';

/** The next frames of a stream. */
export interface Batch {
  /** Frames; empty when there is nothing new. */
  frames: string;
  /** There may be more to read at once. */
  hasMore?: boolean;
  /** These are the last frames. */
  isEnd?: boolean;
  /** After this time something may change without a notification. */
  recheckAfterMs?: number | undefined;
}

/** The source of one stream's frames. It keeps its position; each call reads on. */
export interface StreamSource {
  next(): Promise<Batch>;
  /** The id from which a reader that has all events so far resumes; sent with heartbeats. */
  position?(): string | undefined;
}

export interface EventStreamOptions {
  source: StreamSource;
  pingMs: number;
  /** How long a reader may read nothing before it is disconnected. */
  stallMs: number;
  /** Shortest time between two reads; changes within it are read together. */
  minReadIntervalMs: number;
}

/** Limit of the bytes that are buffered for a slow reader. */
const MAX_BUFFER_BYTES = 16 * 1024;

/**
 * A stream of events. Only the reader's position is kept: further events are read when it has taken the earlier ones. A
 * reader that takes nothing for too long is disconnected, and resumes by `Last-Event-ID`.
 */
export class EventStream extends Readable {
  readonly #options: EventStreamOptions;
  readonly #ping: NodeJS.Timeout;
  /** Reads after the pause that follows each read, if a notification came within it. */
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Reads after `recheckAfterMs`. */
  #recheckTimer: NodeJS.Timeout | undefined;
  /** The reader's buffer has room. */
  #hasRoom = false;
  #reading = false;
  /** The last frame has been sent, so a late notification does nothing. */
  #ended = false;
  /** There may be changes since the last read. */
  #mayHaveChanges = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #stalledSince: number | null = null;

  constructor(options: EventStreamOptions) {
    super({ highWaterMark: MAX_BUFFER_BYTES });
    this.#options = options;
    this.#ping = setInterval(() => this.#heartbeat(), options.pingMs);
    // The first bytes show the reader at once that the stream is open.
    this.push(pingFrame());
  }

  /** Notifies the stream that there may be more to read. */
  wake(): void {
    const pauseLeftMs = this.#readAt + this.#options.minReadIntervalMs - monotonicMs();
    if (pauseLeftMs > 0) this.#pauseTimer ??= setTimeout(() => this.#readSoon(), pauseLeftMs);
    else this.#readSoon();
  }

  /** Ends the stream without an `end` frame, so that the reader reconnects. */
  disconnect(): void {
    this.destroy();
  }

  override _read(): void {
    this.#hasRoom = true;
    this.#stalledSince = null;
    void this.#pump();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop();
    done(error);
  }

  #stop(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pauseTimer);
    clearTimeout(this.#recheckTimer);
  }

  #heartbeat(): void {
    const now = monotonicMs();
    if (this.#stalledSince !== null && now - this.#stalledSince > this.#options.stallMs) {
      this.disconnect();
      return;
    }
    if (this.#hasRoom) this.#send(pingFrame(this.#options.source.position?.()));
    // A notification may have been lost, and a read per heartbeat costs little.
    this.wake();
  }

  #readSoon(): void {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
    this.#mayHaveChanges = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#reading || this.#ended) return;
    this.#reading = true;
    try {
      while (this.#hasRoom && this.#mayHaveChanges && !this.destroyed) {
        this.#mayHaveChanges = false;
        this.#readAt = monotonicMs();
        clearTimeout(this.#recheckTimer);
        const { frames, hasMore, isEnd, recheckAfterMs } = await this.#options.source.next();
        if (this.destroyed) return;
        if (hasMore) this.#mayHaveChanges = true;
        if (frames !== '') this.#send(frames);
        if (isEnd) {
          this.#ended = true;
          this.push(null);
          this.#stop();
          return;
        }
        if (recheckAfterMs !== undefined && recheckAfterMs < this.#options.pingMs)
          this.#recheckTimer = setTimeout(() => this.#readSoon(), recheckAfterMs);
      }
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.#reading = false;
    }
  }

  #send(text: string): void {
    this.#hasRoom = this.push(text);
    if (!this.#hasRoom) this.#stalledSince = monotonicMs();
  }
}
