import type { Client } from 'aedes';
import { monotonicMs } from '#shared/clock.ts';
import { type TokenBucket, takeToken } from '#shared/token-bucket.ts';
import { MAX_PAYLOAD_BYTES } from '../payload.ts';
import { parserOf } from './aedes-internals.ts';
import { checkPackets, type PacketParser } from './mqtt-packet-internals.ts';

/** The largest payload with topic, packet id and lengths. */
const MAX_PUBLISH_BYTES = MAX_PAYLOAD_BYTES + 256;
/** A CONNECT of a panel with a last will has a few hundred bytes; a SUBSCRIBE to all allowed filters less than 200. */
const MAX_BYTES: Record<string, number> = { publish: MAX_PUBLISH_BYTES, connect: 2048 };
const MAX_CONTROL_BYTES = 1024;

/**
 * Rate of control packets, which are all but PUBLISH. A panel sends one or two when it connects, then one a minute and
 * one for each command. Aedes responds to them at once, so a panel that sends too many is disconnected, not slowed down.
 */
const CONTROL_PACKETS_PER_SECOND = 5;
const CONTROL_PACKETS_BURST = 50;

/**
 * Refuses packets that are too large as soon as they declare their length, and control packets beyond their rate. Without
 * this, up to 256 MB of a packet are buffered, and 30,000 pings of one read get their responses before other connections
 * have their turn.
 */
export function limitPackets(client: Client): void {
  checkPackets(parserOf(client), faultOf);
}

/** A function for all connections, with the bucket on the parser, so that a connection costs no closure. */
function faultOf(
  this: PacketParser & { controlBucket?: TokenBucket },
  cmd: string,
  length: number,
): string | null {
  if (length > (MAX_BYTES[cmd] ?? MAX_CONTROL_BYTES)) return `${cmd} of ${length} bytes`;
  if (cmd === 'publish') return null;
  const now = monotonicMs();
  this.controlBucket ??= { tokens: CONTROL_PACKETS_BURST, at: now };
  const wait = takeToken(this.controlBucket, now, CONTROL_PACKETS_PER_SECOND, CONTROL_PACKETS_BURST);
  return wait > 0 ? `too many packets, the last one a ${cmd}` : null;
}
