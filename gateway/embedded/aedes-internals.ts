import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import type { PacketParser } from './mqtt-packet-internals.ts';

/**
 * Private parts of aedes 1.2.0, which has no public way to pause one client or to bound what it parses at once. No other
 * file uses them; test/gateway/embedded/internals.test.ts fails when a new version changes them.
 */
interface PrivateClient {
  conn: Socket;
  closed: boolean;
  /** It sent DISCONNECT. */
  _disconnected: boolean;
  subscriptions: Record<string, unknown>;
  resume(): void;
  _parser: PacketParser & { client: PrivateClient };
  /** Packets that were parsed and are not handled yet. */
  _parsingBatch: number;
  _paused?: boolean;
  /** Reads and parses the next bytes of the socket. */
  _nextBatch(): void;
}

/** Bytes that are parsed before their messages are handled: some twenty small messages, which take kilobytes each. */
const SLICE_BYTES = 1024;

export function parserOf(client: Client): PacketParser {
  return privateClient(client)._parser;
}

export function subscriptionCount(client: Client): number {
  return Object.keys(privateClient(client).subscriptions).length;
}

/** Whether a client that is closed ended the connection itself. */
export function endedInOrder(client: Client): boolean {
  return privateClient(client)._disconnected;
}

/** Reads no more from a client until `resumeReading`. */
export function pauseReading(client: Client): void {
  privateClient(client)._paused = true;
}

export function resumeReading(client: Client): void {
  const paused = privateClient(client);
  if (!paused._paused || paused.closed) return;
  // Aedes does not count packets that finish during the pause. The next read reduces this to 0.
  paused._parsingBatch = 1;
  paused.resume();
}

/**
 * Makes a client parse little at a time. Aedes parses everything that the system has received, up to 64 KiB, and the
 * 1,300 messages in it take 8 MB. The rest stays in the socket, so that TCP pushes back.
 */
export function readSlices(client: Client): void {
  const { conn, _parser: parser } = privateClient(client);
  conn.read = readSlice;
  parser.parse = parseSlice;
}

function privateClient(client: Client): PrivateClient {
  return client as unknown as PrivateClient;
}

/** Aedes reads everything (null). Node reads nothing (0) to request more data, which must not change. */
function readSlice(this: Socket, size: number | null = null): Buffer | null {
  const read: Socket['read'] = Object.getPrototypeOf(this).read;
  if (size !== null) return read.call(this, size);
  return this.readableLength > SLICE_BYTES ? read.call(this, SLICE_BYTES) : read.call(this);
}

function parseSlice(this: PrivateClient['_parser'], bytes: Buffer): number {
  const left = (Object.getPrototypeOf(this) as PacketParser).parse.call(this, bytes);
  const { client } = this;
  // Aedes reads on after a packet was handled. A slice that completes no packet must read on itself.
  if (client._parsingBatch <= 0 && !client._paused) client._nextBatch();
  return left;
}
