import { isBlank } from '#shared/is-blank.ts';
import type { IncomingObject } from '#shared/storage/store.ts';
import {
  countCharacters,
  FILE_TYPES,
  IMAGE_TYPES,
  linkProblems,
  MAX_TEXT_CHARACTERS,
  storedFilename,
} from '../contents/asset-rules.ts';
import { refuseProblems } from '../contents/content-rules.ts';
import { createContentCheck } from './check-bytes.ts';
import { assetTooLarge, invalidAsset, unreadableBody } from './errors.ts';
import { HEAD_BYTES, isHeic, type KnownType, knownType } from './known-bytes.ts';

/** One asset of a push. The bytes of an image or file are in an object that is not stored yet. */
export type ReceivedAsset =
  | { type: 'text'; text: string }
  | { type: 'link'; url: string }
  | { type: 'image' | 'file'; contentType: string; filename: string; object: IncomingObject };

export interface AssetSource {
  /** Each piece is valid until the next one is read. */
  bytes: AsyncIterable<Uint8Array>;
  /** As sent, with its parameters, which are ignored. */
  contentType: string | undefined;
  filename: string | undefined;
  assetIndex: number;
  /** The announced size, if any. */
  sizeBytes?: number | undefined;
}

export interface ReceiveLimits {
  maxAssetBytes: number;
  /**
   * Checks whether so many bytes of an image or file may be received.
   * @throws {AppError} `503` when the user's storage limit would be exceeded
   */
  checkStorage(bytes: number): Promise<void>;
  /**
   * Opens an object for bytes that are not text. The caller that set the limits discards it.
   * @throws {AppError} as `checkStorage`
   */
  openObject(): Promise<IncomingObject>;
}

/** Types that declare the format. Bytes sent with any other type are inspected. */
const DECLARED_TYPES = [...IMAGE_TYPES, ...FILE_TYPES].filter((type) => type !== 'text/plain');
/** Enough for the longest text in any script. */
export const MAX_TEXT_BYTES = MAX_TEXT_CHARACTERS * 4;
const LINK_PATTERN = /^https?:\/\/\S+$/i;

/**
 * Reads the bytes of one asset, of the declared or recognised type.
 * @throws {AppError} `400 invalid_asset` when they are not of that type or nothing that is known; `400 invalid_request`
 * when there are none; `413 asset_too_large` as soon as there are too many; `503` when the user's storage
 * limit would be exceeded
 */
export async function receiveAsset(source: AssetSource, limits: ReceiveLimits): Promise<ReceivedAsset> {
  const bytes = limited(source, limits.maxAssetBytes);
  try {
    return await readAsset(source, bytes, limits);
  } finally {
    // Releases the request, so that the rest of a refused body can be drained before the next request.
    await bytes.return();
  }
}

async function readAsset(
  source: AssetSource,
  bytes: AsyncGenerator<Uint8Array, void, void>,
  limits: ReceiveLimits,
): Promise<ReceivedAsset> {
  const { assetIndex } = source;
  const declared = source.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { head, rest } = await readHead(bytes);
  if (head.length === 0) throw unreadableBody('is empty: there is nothing to push.');
  if (isHeic(head))
    throw invalidAsset(assetIndex, 'is a HEIC photograph, which cannot be read here: send it as JPEG.');
  const known = knownType(head);
  const contentType = DECLARED_TYPES.includes(declared) ? declared : known;
  if (contentType === null) return textAsset(await readText(head, rest, assetIndex), assetIndex);
  if (contentType !== known && (known !== null || isKnownType(contentType)))
    throw invalidAsset(assetIndex, `is not ${contentType}, as it was sent.`);
  if (source.sizeBytes !== undefined) await limits.checkStorage(source.sizeBytes);
  const object = await limits.openObject();
  const check = createContentCheck(contentType);
  for await (const piece of prepend(head, rest)) {
    if (!check.write(piece)) throw invalidAsset(assetIndex, `is not ${contentType}, as it was sent.`);
    await object.write(piece);
  }
  if (!check.end()) throw invalidAsset(assetIndex, `is not ${contentType}, as it was sent.`);
  await object.end();
  return {
    type: IMAGE_TYPES.includes(contentType) ? 'image' : 'file',
    contentType,
    filename: storedFilename(source.filename ?? '') || `push.${EXTENSIONS[contentType] ?? 'bin'}`,
    object,
  };
}

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'text/markdown': 'md',
  'application/json': 'json',
};

/** Whether a type is recognised by its first bytes. */
function isKnownType(contentType: string): contentType is KnownType {
  return contentType !== 'text/markdown' && contentType !== 'application/json';
}

/** A text asset, or a link asset if the text is only an address. @throws {AppError} */
export function textAsset(text: string, assetIndex: number): ReceivedAsset {
  const trimmed = text.trim();
  if (isBlank(trimmed)) throw unreadableBody('holds nothing that can be seen: there is nothing to push.');
  if (LINK_PATTERN.test(trimmed)) return linkAsset(trimmed, assetIndex);
  if (text.includes('\0')) throw invalidAsset(assetIndex, 'is neither a text nor of a type that is known.');
  if (countCharacters(text) > MAX_TEXT_CHARACTERS) throw textTooLong(assetIndex);
  return { type: 'text', text };
}

/** @throws {AppError} `400 invalid_request` when the address cannot be fetched */
export function linkAsset(url: string, assetIndex: number): ReceivedAsset {
  refuseProblems(linkProblems({ url }, `assets.${assetIndex}`));
  return { type: 'link', url };
}

async function readText(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  assetIndex: number,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let sizeBytes = 0;
  try {
    for await (const bytes of prepend(head, rest)) {
      sizeBytes += bytes.length;
      text += decoder.decode(bytes, { stream: true });
      if (sizeBytes > MAX_TEXT_BYTES) throw textTooLong(assetIndex);
    }
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalidAsset(assetIndex, 'is neither UTF-8 text nor of a type that is known.');
  }
}

function textTooLong(assetIndex: number) {
  return assetTooLarge(assetIndex, `has more than ${MAX_TEXT_CHARACTERS} characters.`);
}

async function* limited(
  { bytes, assetIndex }: AssetSource,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  let sizeBytes = 0;
  for await (const piece of bytes) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) throw assetTooLarge(assetIndex, `has more than ${maxBytes} bytes.`);
    yield piece;
  }
}

/** The first bytes, enough to recognise the type, and an iterator over the rest. */
async function readHead(
  bytes: AsyncGenerator<Uint8Array, void, void>,
): Promise<{ head: Uint8Array; rest: AsyncIterator<Uint8Array> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { done, value } = await bytes.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { head, rest: bytes };
}

async function* prepend(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
