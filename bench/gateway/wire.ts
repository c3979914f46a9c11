/** The part of MQTT 3.1.1 that simulated panels need, with few allocations. */

export const CONNECT = 1;
export const CONNACK = 2;
export const PUBLISH = 3;
export const PUBACK = 4;
export const SUBACK = 9;
export const PINGRESP = 13;

export const PINGREQ = Buffer.from([0xc0, 0]);
export const DISCONNECT = Buffer.from([0xe0, 0]);

/** A CONNECT with a clean session, 60 s of keep-alive, and the user name as client id. */
export function connectPacket(name: string, password: string): Buffer {
  const head = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 0, 60]);
  return packet(0x10, head, text(name), text(name), text(password));
}

export function subscribePacket(id: number, filter: string): Buffer {
  return packet(0x82, number(id), text(filter), Buffer.from([1]));
}

/** QoS 1. */
export function publishPacket(id: number, topic: string, payload: string | Buffer): Buffer {
  return packet(0x32, text(topic), number(id), Buffer.from(payload));
}

export function pubackPacket(id: number): Buffer {
  return Buffer.from([0x40, 2, id >> 8, id & 255]);
}

/** The first bytes of a packet of the maximum length, 256 MB. */
export function oversizedPacketHead(type: number): Buffer {
  return Buffer.from([type << 4, 0xff, 0xff, 0xff, 0x7f]);
}

/** Cuts a stream into packets. */
export class PacketReader {
  #rest: Buffer | undefined;

  /** Calls `each` with the first byte and the body of every complete packet. */
  read(chunk: Buffer, each: (first: number, body: Buffer) => void): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const begin = bodyOf(bytes, at);
      if (begin === null || begin.end > bytes.length) break;
      each(bytes[at] as number, bytes.subarray(begin.start, begin.end));
      at = begin.end;
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
  }
}

function bodyOf(bytes: Buffer, at: number): { start: number; end: number } | null {
  let length = 0;
  for (let digit = 0; digit < 4; digit++) {
    const byte = bytes[at + 1 + digit];
    if (byte === undefined) return null;
    length += (byte & 127) * 128 ** digit;
    if (byte < 128) return { start: at + 2 + digit, end: at + 2 + digit + length };
  }
  throw new Error('a length of more than four bytes');
}

function packet(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let left = body.length; ; left >>= 7) {
    length.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) return Buffer.concat([Buffer.from([first, ...length]), body]);
  }
}

function text(value: string): Buffer {
  return Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(value)]);
}

function number(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}
