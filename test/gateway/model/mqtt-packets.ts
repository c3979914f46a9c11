/** One MQTT 3.1.1 control packet as it stands on the wire. */
export interface Packet {
  bytes: Buffer;
  kind: string;
  /** Of a publish with QoS 1, and of its acknowledgement. */
  packetId: number | null;
  /** Of a publish. */
  topic: string;
  payload: Buffer;
  /** Whether a CONNACK lets the client in. */
  accepted: boolean;
}

/** By the type in the first four bits, MQTT 3.1.1 table 2.1. */
const KINDS =
  'none connect connack publish puback pubrec pubrel pubcomp subscribe suback unsubscribe unsuback pingreq pingresp disconnect'.split(
    ' ',
  );
const DUP = 0x08;

/** Cuts a stream into packets: call with each piece, get what is complete. */
export function createPacketSplitter(): (piece: Buffer) => Packet[] {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    const packets: Packet[] = [];
    for (;;) {
      const length = lengthOf(rest);
      if (length === null || rest.length < length) return packets;
      packets.push(read(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
  };
}

/** A publish as it is sent again. */
export function repeated({ kind, bytes }: Packet): Buffer {
  const copy = Buffer.from(bytes);
  if (kind === 'publish') copy.writeUInt8(copy.readUInt8(0) | DUP, 0);
  return copy;
}

/** A publish with QoS 0, or with QoS 1 when it has a packet id. */
export function publishPacket(topic: string, payload: string, packetId?: number): Packet {
  const parts = [textOf(topic), ...(packetId ? [numberOf(packetId)] : []), Buffer.from(payload)];
  return read(packetOf(packetId ? 0x32 : 0x30, parts));
}

/** A whole packet from its first byte and what follows the length. */
export function packetOf(first: number, parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

/** A text as packets hold it: its length, then its bytes. */
export function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([numberOf(bytes.length), bytes]);
}

/** 16 bits. */
export function numberOf(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** Of the whole packet at the front; null while too little of it is there to know. */
function lengthOf(bytes: Buffer): number | null {
  let length = 0;
  for (let i = 1; i < Math.min(bytes.length, 5); i++) {
    const byte = bytes.readUInt8(i);
    length += (byte & 0x7f) << (7 * (i - 1));
    if (byte < 0x80) return 1 + i + length;
  }
  return null;
}

function read(bytes: Buffer): Packet {
  const first = bytes.readUInt8(0);
  const kind = KINDS[first >> 4] ?? 'none';
  const packet: Packet = { bytes, kind, packetId: null, topic: '', payload: bytes, accepted: false };
  let at = 1;
  while (bytes.readUInt8(at) & 0x80) at += 1;
  at += 1;
  if (kind === 'connack') packet.accepted = bytes.readUInt8(at + 1) === 0;
  if (kind === 'puback') packet.packetId = bytes.readUInt16BE(at);
  if (kind !== 'publish') return packet;
  const topicEnd = at + 2 + bytes.readUInt16BE(at);
  packet.topic = bytes.toString('utf8', at + 2, topicEnd);
  const acknowledged = (first & 0x06) !== 0;
  if (acknowledged) packet.packetId = bytes.readUInt16BE(topicEnd);
  packet.payload = bytes.subarray(topicEnd + (acknowledged ? 2 : 0));
  return packet;
}
