/**
 * Private parts of the parser of mqtt-packet 9.0.2, which has no public limit for the size of a packet. No other file
 * uses them; test/gateway/embedded/internals.test.ts fails when a new version changes them.
 */
export interface PacketParser {
  packet: { cmd: string; length: number };
  parse(bytes: Buffer): number;
  emit(event: 'error', error: Error): void;
  _parseLength(): boolean;
  /** Added here: see `checkPackets`. */
  checkPacket?: PacketCheck;
}

/** Returns why a packet of this command and length, in bytes, is refused, or null. */
export type PacketCheck = (this: PacketParser, cmd: string, length: number) => string | null;

/** Calls `check` as soon as a packet declares its length, before any of its bytes are buffered. */
export function checkPackets(parser: PacketParser, check: PacketCheck): void {
  parser.checkPacket = check;
  parser._parseLength = parseCheckedLength;
}

function parseCheckedLength(this: PacketParser): boolean {
  const complete = (Object.getPrototypeOf(this) as PacketParser)._parseLength.call(this);
  const { cmd, length } = this.packet;
  const fault = complete ? this.checkPacket?.call(this, cmd, length) : null;
  if (!fault) return complete;
  this.emit('error', new Error(fault));
  return false;
}
