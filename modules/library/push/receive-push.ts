import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '#shared/errors.ts';
import type { RouteRequest } from '#shared/http/route.ts';
import type { IncomingObject } from '#shared/storage/store.ts';
import type { LibraryContext } from '../context.ts';
import { assetTooLarge, unreadableBody } from './errors.ts';
import { checkOptions, type PushOptions, type RequestOptions, readOptions } from './push-options.ts';
import { type ReceivedAsset, type ReceiveLimits, receiveAsset } from './receive-asset.ts';
import { receiveForm } from './receive-form.ts';

export interface ReceivedPush {
  assets: ReceivedAsset[];
  options: PushOptions;
  /** Gives up the bytes that came in and were not kept. */
  discard(): Promise<void>;
}

/**
 * Reads the body of a push: one asset, or a form of several. What is wrong with the options already is said before any
 * byte is read; a form may still name its display and its mode.
 * @throws {AppError} as `receiveAsset` and `receiveForm`; as `findDisplay` for the display of the address
 */
export async function receivePush(
  context: LibraryContext,
  request: RouteRequest,
  sent: RequestOptions,
): Promise<ReceivedPush> {
  const { principal, headers, incoming } = request;
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  const bare = isForm ? undefined : readOptions(sent);
  checkOptions(sent);
  const { display } = sent.address;
  if (display !== undefined) await context.display.findDisplay(context.db, principal.userId, display);
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw invalidRequest('The body must be sent without Content-Encoding.');
  const objects: IncomingObject[] = [];
  const discard = async () => {
    for (const object of objects) await object.discard();
  };
  const limits: ReceiveLimits = {
    maxAssetBytes: context.config.MAX_ASSET_BYTES,
    async openObject() {
      const object = await context.store.receive();
      objects.push(object);
      return object;
    },
  };
  try {
    const { assets, fields } = isForm
      ? await receiveForm(incoming, limits)
      : { assets: [await receiveBody(request, bare?.filename, limits)], fields: {} };
    return { assets, options: bare ?? readOptions(sent, fields), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function receiveBody(
  { incoming, headers }: RouteRequest,
  filename: string | undefined,
  limits: ReceiveLimits,
): Promise<ReceivedAsset> {
  if (Number(headers['content-length'] ?? 0) > limits.maxAssetBytes)
    throw assetTooLarge(0, `has more than ${limits.maxAssetBytes} bytes.`);
  return receiveAsset(
    { bytes: bytesOf(incoming), contentType: headers['content-type'], filename, assetIndex: 0 },
    limits,
  );
}

/** Leaving early must not destroy the request: its connection still has to carry the answer. */
async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw unreadableBody('ended early.');
  }
}
