import type { Client } from 'aedes';
import { monotonicMs } from '#shared/clock.ts';
import { type TokenBucket, takeToken } from '#shared/token-bucket.ts';
import { MAX_PAYLOAD_BYTES } from '../payload.ts';

/** Topic, packet id and lengths around the largest payload. */
const MAX_PUBLISH_BYTES = MAX_PAYLOAD_BYTES + 256;
/** A CONNECT of ours with a will needs a few hundred bytes; a SUBSCRIBE to everything that is allowed less than 200. */
const MAX_BYTES: Record<string, number> = { publish: MAX_PUBLISH_BYTES, connect: 2048 };
const MAX_CONTROL_BYTES = 1024;

/**
 * Packets that are no messages: a panel needs one or two when it connects, then one a minute and one for each command.
 * They are answered at once whatever it sends, so that too many can only be ended, not slowed down as messages are.
 */
const CONTROL_PACKETS_PER_SECOND = 5;
const CONTROL_PACKETS_BURST = 50;

interface Parser {
  packet: { cmd: string; length: number };
  controlBucket?: TokenBucket;
  _parseLength(): boolean;
  emit(event: 'error', error: Error): void;
}

/**
 * Makes the parser refuse a packet as soon as its length is declared: without this, up to 256 MB of a packet are
 * buffered before anybody looks at them, and 30,000 pings of one read are answered before anybody else has a turn.
 * Reaches into aedes 1.2.0 and mqtt-packet 9.0.2; a test would notice a change.
 */
export function limitPackets(client: Client): void {
  const { _parser: parser } = client as unknown as { _parser: Parser };
  parser._parseLength = checkedParseLength;
}

function checkedParseLength(this: Parser): boolean {
  const complete = (Object.getPrototypeOf(this) as Parser)._parseLength.call(this);
  const { cmd, length } = this.packet;
  const fault = complete ? faultOf(this, cmd, length) : null;
  if (!fault) return complete;
  this.emit('error', new Error(fault));
  return false;
}

function faultOf(parser: Parser, cmd: string, length: number): string | null {
  if (length > (MAX_BYTES[cmd] ?? MAX_CONTROL_BYTES)) return `${cmd} of ${length} bytes`;
  if (cmd === 'publish') return null;
  const now = monotonicMs();
  parser.controlBucket ??= { tokens: CONTROL_PACKETS_BURST, at: now };
  const wait = takeToken(parser.controlBucket, now, CONTROL_PACKETS_PER_SECOND, CONTROL_PACKETS_BURST);
  return wait > 0 ? `too many packets, the last one a ${cmd}` : null;
}
