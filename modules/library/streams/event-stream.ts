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
  lookAgainMs?: number | undefined;
}

/** The source of one stream's frames. It keeps its position; each call reads on. */
export interface StreamSource {
  next(): Promise<Batch>;
  /** The id from which a reader that has all events so far resumes; sent with heartbeats. */
  place?(): string | undefined;
}

export interface EventStreamOptions {
  source: StreamSource;
  pingMs: number;
  /** How long a reader may read nothing before it is disconnected. */
  stallMs: number;
  /** Shortest time between two reads; changes within it are read together. */
  restMs: number;
}

/** Most bytes buffered for a slow reader. */
const BUFFER_BYTES = 16 * 1024;

/**
 * A stream of events. Only the reader's position is kept: further events are read when it has taken the earlier ones. A
 * reader that takes nothing for too long is disconnected, and resumes by `Last-Event-ID`.
 */
export class EventStream extends Readable {
  readonly #options: EventStreamOptions;
  readonly #ping: NodeJS.Timeout;
  /** Ends the rest after a read, when something was notified in it. */
  #rested: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  /** The reader has room. */
  #wanted = false;
  #reading = false;
  /** The last frame has been sent; a late wake-up does nothing. */
  #over = false;
  /** Something may have changed since the last read. */
  #stale = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #stalledSince: number | null = null;

  constructor(options: EventStreamOptions) {
    super({ highWaterMark: BUFFER_BYTES });
    this.#options = options;
    this.#ping = setInterval(() => this.#beat(), options.pingMs);
    // The first bytes show the reader at once that the stream is open.
    this.push(pingFrame());
  }

  /** Notifies the stream that there may be more to read. */
  wake(): void {
    const restLeft = this.#readAt + this.#options.restMs - monotonicMs();
    if (restLeft > 0) this.#rested ??= setTimeout(() => this.#look(), restLeft);
    else this.#look();
  }

  /** Ends the stream without an `end` frame, so that the reader reconnects. */
  cut(): void {
    this.destroy();
  }

  override _read(): void {
    this.#wanted = true;
    this.#stalledSince = null;
    void this.#pump();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop();
    done(error);
  }

  #stop(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#rested);
    clearTimeout(this.#again);
  }

  #beat(): void {
    const now = monotonicMs();
    if (this.#stalledSince !== null && now - this.#stalledSince > this.#options.stallMs) {
      this.cut();
      return;
    }
    if (this.#wanted) this.#give(pingFrame(this.#options.source.place?.()));
    // A notification may have been lost, and a read per heartbeat costs little.
    this.wake();
  }

  #look(): void {
    clearTimeout(this.#rested);
    this.#rested = undefined;
    this.#stale = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#reading || this.#over) return;
    this.#reading = true;
    try {
      while (this.#wanted && this.#stale && !this.destroyed) {
        this.#stale = false;
        this.#readAt = monotonicMs();
        clearTimeout(this.#again);
        const { frames, hasMore, isEnd, lookAgainMs } = await this.#options.source.next();
        if (this.destroyed) return;
        if (hasMore) this.#stale = true;
        if (frames !== '') this.#give(frames);
        if (isEnd) {
          this.#over = true;
          this.push(null);
          this.#stop();
          return;
        }
        if (lookAgainMs !== undefined && lookAgainMs < this.#options.pingMs)
          this.#again = setTimeout(() => this.#look(), lookAgainMs);
      }
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.#reading = false;
    }
  }

  #give(text: string): void {
    this.#wanted = this.push(text);
    if (!this.#wanted) this.#stalledSince = monotonicMs();
  }
}
