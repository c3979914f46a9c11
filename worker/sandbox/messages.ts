import type { Picture } from './tasks.ts';

/** The byte that the child writes once its code is loaded, before it reads its input; its reply follows. */
export const READY = 0x52;

/**
 * What crosses the pipes between parent and child: a four-byte little-endian length, that many bytes of JSON, and
 * raw bytes to the end. JSON and not v8.serialize, because what comes back may have been shaped by hostile input.
 */
export function packMessage(head: unknown, bytes: Uint8Array = new Uint8Array()): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return [length, json, bytes];
}

/** @throws {RangeError | SyntaxError} when the message is not whole */
export function unpackMessage(message: Buffer): { head: unknown; bytes: Uint8Array } {
  const length = message.readUInt32LE(0);
  if (message.length < 4 + length) throw new RangeError('the message is cut short');
  const head: unknown = JSON.parse(message.toString('utf8', 4, 4 + length));
  return { head, bytes: new Uint8Array(message.subarray(4 + length)) };
}

/** The head of what the parent sends; the bytes are the input. */
export interface Request {
  options: unknown;
}

/** The head of what the child sends; the bytes are the picture's pixels. */
export type Reply =
  | { ok: true; value: unknown; picture: Omit<Picture, 'data'> | null }
  | { ok: false; unreadable: boolean; message: string };
