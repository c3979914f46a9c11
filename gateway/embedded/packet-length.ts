import type { Client } from 'aedes';
import { MAX_PAYLOAD_BYTES } from '../payload.ts';

/** Topic, packet id and lengths around the largest payload. */
const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 256;
/** A CONNECT of ours with a will needs a few hundred bytes. */
const MAX_CONNECT_BYTES = 2048;

interface Parser {
  packet: { cmd: string; length: number };
  _parseLength(): boolean;
  emit(event: 'error', error: Error): void;
}

/**
 * Makes the parser refuse a packet as soon as its length is declared: without this, up to 256 MB of a packet are
 * buffered before anybody looks at them. Reaches into aedes 1.2.0 and mqtt-packet 9.0.2; a test would notice a change.
 */
export function limitPacketLength(client: Client): void {
  const { _parser: parser } = client as unknown as { _parser: Parser };
  parser._parseLength = checkedParseLength;
}

function checkedParseLength(this: Parser): boolean {
  const complete = (Object.getPrototypeOf(this) as Parser)._parseLength.call(this);
  const limit = this.packet.cmd === 'connect' ? MAX_CONNECT_BYTES : MAX_PACKET_BYTES;
  if (!complete || this.packet.length <= limit) return complete;
  this.emit('error', new Error(`packet of ${this.packet.length} bytes`));
  return false;
}
