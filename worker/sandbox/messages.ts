import type { Picture } from './task-result.ts';

/** The byte that the child writes once its code is loaded, before it reads its input; its reply follows. */
export const READY = 0x52;

/**
 * A message between parent and child: a four-byte little-endian length, that many bytes of JSON, then raw bytes to the end. JSON
 * instead of v8.serialize, because hostile input may have shaped the reply.
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

/** The JSON of the request; the raw bytes are the input. */
export interface Request {
  options: unknown;
}

/** The JSON of the reply; the raw bytes are the picture's pixels. */
export type Reply =
  | { ok: true; value: unknown; picture: Omit<Picture, 'data'> | null }
  | { ok: false; unreadable: boolean; message: string };
