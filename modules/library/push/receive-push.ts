import { AppError, invalidRequest } from '#shared/errors.ts';
import type { RouteRequest } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import { bodyBytes } from './body-bytes.ts';
import { assetTooLarge } from './errors.ts';
import { freeReads } from './free-bytes.ts';
import type { IncomingAssets } from './incoming-assets.ts';
import { type PushOptions, type RequestOptions, readOptions } from './push-options.ts';
import { MAX_TEXT_BYTES, type ReceivedAsset, type ReceiveLimits, receiveAsset } from './receive-asset.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';

export interface ReceivedPush {
  assets: ReceivedAsset[];
  options: PushOptions;
  /** The display that the options name. */
  displayId: string | undefined;
}

/**
 * Reads the body of a push, one asset or a form of several, and passes it to `use`; bytes that `use` does not keep are
 * discarded. Invalid options in the address and headers are refused before any byte is read; a form may still name its
 * display and mode.
 * @throws {AppError} as `receiveAsset` and `receiveForm`; as `findDisplay` for the display of the address
 */
export async function receivePush<T>(
  { db, display: displays }: LibraryContext,
  { incoming }: { incoming: IncomingAssets },
  request: RouteRequest,
  sent: RequestOptions,
  use: (received: ReceivedPush) => Promise<T>,
): Promise<T> {
  const { principal, headers } = request;
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  const optionsWithoutForm = isForm ? undefined : readOptions(sent);
  const find = async (name: string) => (await displays.findDisplay(db, principal.userId, name)).id;
  const { display } = sent.address;
  const addressedId = display === undefined ? undefined : await find(display);
  // Whether the form names the same display, possibly in another way.
  const isNameOf = async (id: string, name: string) => {
    const named = await find(name).catch((error) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    return named === id;
  };
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw invalidRequest('The body must be sent without Content-Encoding.');
  return incoming.receive(principal.userId, async (limits) => {
    const stopFreeing = freeReads(request.incoming);
    const { assets, fields } = await (isForm
      ? receiveForm(request.incoming, limits)
      : receiveBody(request, optionsWithoutForm?.filename, limits)
    ).finally(stopFreeing);
    if (
      addressedId !== undefined &&
      fields.display !== undefined &&
      (await isNameOf(addressedId, fields.display))
    )
      delete fields.display;
    const options = optionsWithoutForm ?? readOptions(sent, fields);
    const displayId = addressedId ?? (options.display ? await find(options.display) : undefined);
    return use({ assets, options, displayId });
  });
}

async function receiveBody(
  { incoming, headers }: RouteRequest,
  filename: string | undefined,
  limits: ReceiveLimits,
): Promise<ReceivedForm> {
  const length = headers['content-length'];
  const sizeBytes = length === undefined ? undefined : Number(length);
  if (sizeBytes !== undefined && sizeBytes > limits.maxAssetBytes)
    throw assetTooLarge(0, `has more than ${limits.maxAssetBytes} bytes.`);
  // A text does not count against the user's storage limit, but a body of this size is not a text.
  if (sizeBytes !== undefined && sizeBytes > MAX_TEXT_BYTES) await limits.checkStorage(sizeBytes);
  const contentType = headers['content-type'];
  const source = { bytes: bodyBytes(incoming), contentType, filename, assetIndex: 0, sizeBytes };
  return { assets: [await receiveAsset(source, limits)], fields: {} };
}
