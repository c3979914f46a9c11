import { Readable } from 'node:stream';
import { monotonicMs } from '#shared/clock.ts';
import { pingFrame } from './event-frames.ts';

/** What a stream says next. */
export interface Batch {
  /** Frames; empty when there is nothing new. */
  frames: string;
  /** There may be more to read at once. */
  hasMore?: boolean;
  /** Nothing comes after these frames. */
  isEnd?: boolean;
  /** Something may change after so long without a notification. */
  lookAgainMs?: number | undefined;
}

/** Where the frames of one stream come from. It keeps its place, and reads on with each call. */
export interface StreamSource {
  next(): Promise<Batch>;
  /** The id that a reader of everything so far resumes from, for heartbeats. */
  place?(): string | undefined;
}

export interface EventStreamOptions {
  source: StreamSource;
  pingMs: number;
  /** How long a reader may take nothing before it is cut. */
  stallMs: number;
  /** Shortest time between two reads that a notification causes: what changes within it is read together. */
  restMs: number;
}

/** Bytes that wait for a slow reader; after that nothing more is read for it. */
const BUFFER_BYTES = 16 * 1024;

/**
 * Events as they come. Nothing is kept for a reader but its place: events are read when it has taken what came before.
 * One that takes nothing for too long is cut, and resumes where it was by `Last-Event-ID`.
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
  /** Everything has been said: a late wake-up finds nothing more to say. */
  #over = false;
  /** Something may have happened since the last look. */
  #stale = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #stalledSince: number | null = null;

  constructor(options: EventStreamOptions) {
    super({ highWaterMark: BUFFER_BYTES });
    this.#options = options;
    this.#ping = setInterval(() => this.#beat(), options.pingMs);
    // The first bytes: the reader knows at once that the stream is open.
    this.push(pingFrame());
  }

  /** Tells the stream that there may be more to read. */
  wake(): void {
    const restLeft = this.#readAt + this.#options.restMs - monotonicMs();
    if (restLeft > 0) this.#rested ??= setTimeout(() => this.#look(), restLeft);
    else this.#look();
  }

  /** Ends the stream without an `end` frame: the reader is to come again. */
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
    // A notification may have been lost: a look each heartbeat costs little.
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
