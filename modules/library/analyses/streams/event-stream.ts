import { Readable } from 'node:stream';
import type { AnalysisEventDto } from '../schemas.ts';
import { endFrame, eventFrame, PING } from './event-frames.ts';

export interface EventSlice {
  events: AnalysisEventDto[];
  /** Set when the run is over and no event of it follows these. */
  end: { state: string; lastSeq: number } | null;
}

export interface EventStreamOptions {
  after: number;
  read(after: number): Promise<EventSlice>;
  pingMs: number;
  /** How long a reader may take nothing before it is cut. */
  stallMs: number;
}

/** Bytes that wait for a slow reader; after that nothing more is read for it. */
const BUFFER_BYTES = 16 * 1024;

/**
 * The events of one run as they come. Nothing is kept for a reader but its place: events are read when it has taken
 * what came before. One that takes nothing for too long is cut, and resumes where it was by `Last-Event-ID`.
 */
export class EventStream extends Readable {
  readonly #options: EventStreamOptions;
  readonly #ping: NodeJS.Timeout;
  #after: number;
  /** The reader has room. */
  #wanted = false;
  #reading = false;
  /** Everything has been said: a late wake-up finds nothing more to say. */
  #over = false;
  /** Something may have happened since the last look. */
  #stale = true;
  #stalledSince: number | null = null;

  constructor(options: EventStreamOptions) {
    super({ highWaterMark: BUFFER_BYTES });
    this.#options = options;
    this.#after = options.after;
    this.#ping = setInterval(() => this.#beat(), options.pingMs);
    // The first bytes: whoever listens knows at once that the stream is open.
    this.push(PING);
  }

  /** Tells the stream that there may be more to read. */
  wake(): void {
    this.#stale = true;
    void this.#pump();
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
    clearInterval(this.#ping);
    done(error);
  }

  #beat(): void {
    const now = performance.now();
    if (this.#stalledSince !== null && now - this.#stalledSince > this.#options.stallMs) {
      this.cut();
      return;
    }
    if (this.#wanted) this.#give(PING);
    // A notification may have been lost: a look each heartbeat costs little.
    this.wake();
  }

  async #pump(): Promise<void> {
    if (this.#reading || this.#over) return;
    this.#reading = true;
    try {
      while (this.#wanted && this.#stale && !this.destroyed) {
        this.#stale = false;
        const { events, end } = await this.#options.read(this.#after);
        if (this.destroyed) return;
        if (events.length > 0) {
          this.#after = events.at(-1)?.seq ?? this.#after;
          this.#stale = true;
          this.#give(events.map(eventFrame).join(''));
        } else if (end) {
          this.#over = true;
          this.push(endFrame(end.state, end.lastSeq));
          this.push(null);
          clearInterval(this.#ping);
          return;
        }
      }
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.#reading = false;
    }
  }

  #give(text: string): void {
    this.#wanted = this.push(text);
    if (!this.#wanted) this.#stalledSince = performance.now();
  }
}
