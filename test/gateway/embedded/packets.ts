/** MQTT packets and WebSocket frames, byte by byte, for clients that no library would play. */

/** A request to upgrade up to the middle of its head. */
export const HALF_UPGRADE = 'GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
export const UPGRADE = `${HALF_UPGRADE}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`;

/** A frame of a client, with a mask that changes nothing. `first`: the bits for final, compressed and the opcode. */
export function frame(first: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0xfe, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([first, ...size, 0, 0, 0, 0]), payload]);
}

export function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

export function packet(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

/** `keepAlive` in seconds. */
export function connectPacket(thingName: string, password: string, keepAlive = 60): Buffer {
  const header = Buffer.from('00044d51545404c2', 'hex'); // MQTT 3.1.1, clean, user name and password
  const period = Buffer.from([keepAlive >> 8, keepAlive & 255]);
  return packet(0x10, header, period, text(thingName), text(thingName), text(password));
}

export function publishPacket(topic: string, payload: string): Buffer {
  return packet(0x30, text(topic), Buffer.from(payload));
}

export function subscribePacket(filter: string): Buffer {
  return packet(0x82, Buffer.from([0, 1]), text(filter), Buffer.from([1]));
}
