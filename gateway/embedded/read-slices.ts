import type { Socket } from 'node:net';
import type { Client } from 'aedes';

/** What is parsed of one connection before its messages are dealt with: some twenty small ones, each of which takes kilobytes then. */
const SLICE_BYTES = 1024;

interface Reader {
  conn: Socket;
  _parser: Parser;
  _parsingBatch: number;
  _paused?: boolean;
  _nextBatch(): void;
  closed: boolean;
  resume(): void;
}

interface Parser {
  client: Reader;
  parse(bytes: Buffer): number;
}

/**
 * Makes a client of the broker take in little at a time: by itself it parses whatever the system has, 64 KiB, and the
 * 1,300 messages of a panel that floods take 8 MB. What waits stays in the socket, so that TCP pushes back.
 * Reaches into aedes 1.2.0; a test would notice a change.
 */
export function readSlices(client: Client): void {
  const { conn, _parser: parser } = client as unknown as Reader;
  conn.read = readSlice;
  parser.parse = parseSlice;
}

/** Reads no more from a client until it may go on. */
export function pauseReading(client: Client): void {
  (client as unknown as Reader)._paused = true;
}

export function resumeReading(client: Client): void {
  const reader = client as unknown as Reader;
  if (!reader._paused || reader.closed) return;
  // Aedes does not count what is finished while it pauses: the read that follows is taken off from this.
  reader._parsingBatch = 1;
  reader.resume();
}

/** Aedes asks for everything (null). Node itself asks for nothing (0), to have more brought: that must take nothing. */
function readSlice(this: Socket, size: number | null = null): Buffer | null {
  const read: Socket['read'] = Object.getPrototypeOf(this).read;
  if (size !== null) return read.call(this, size);
  return this.readableLength > SLICE_BYTES ? read.call(this, SLICE_BYTES) : read.call(this);
}

function parseSlice(this: Parser, bytes: Buffer): number {
  const left = (Object.getPrototypeOf(this) as Parser).parse.call(this, bytes);
  const { client } = this;
  // A packet asks for more when it has been dealt with. A slice without one has to do so itself.
  if (client._parsingBatch <= 0 && !client._paused) client._nextBatch();
  return left;
}
