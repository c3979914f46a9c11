import type { IncomingObject } from '#shared/storage/store.ts';
import type { LibraryContext } from '../context.ts';
import { invalidAsset } from './errors.ts';
import { knownType } from './known-bytes.ts';
import { type PushResult, pushContent } from './push-content.ts';
import type { PushOptions } from './push-options.ts';
import { linkAsset, type ReceivedAsset, receiveAsset } from './receive-asset.ts';

/** An asset in memory. A text stays a text, even one that is nothing but an address. */
export type DirectAsset =
  | { type: 'text'; text: string }
  | { type: 'link'; url: string }
  | { type: 'image'; bytes: Uint8Array };

export interface DirectPush {
  userId: string;
  assets: DirectAsset[];
  options: Pick<PushOptions, 'title' | 'intent' | 'mode' | 'display'>;
}

/**
 * Pushes assets that are in memory already.
 * @throws {AppError} as `/push`; `400 invalid_asset` for an image that is none of the five types
 */
export async function pushDirectly(
  context: LibraryContext,
  { userId, assets, options }: DirectPush,
): Promise<PushResult> {
  const objects: IncomingObject[] = [];
  const openObject = async () => {
    const object = await context.store.receive();
    objects.push(object);
    return object;
  };
  try {
    const received: ReceivedAsset[] = [];
    for (const [assetIndex, asset] of assets.entries()) {
      if (asset.type === 'text') received.push(asset);
      else if (asset.type === 'link') received.push(linkAsset(asset.url, assetIndex));
      else {
        if (!knownType(asset.bytes)?.startsWith('image/'))
          throw invalidAsset(assetIndex, 'is no PNG, JPEG, GIF, WebP or SVG.');
        const source = { bytes: once(asset.bytes), contentType: undefined, filename: undefined, assetIndex };
        const maxAssetBytes = context.config.MAX_ASSET_BYTES;
        received.push(await receiveAsset(source, { maxAssetBytes, openObject }));
      }
    }
    return await pushContent(context, { userId, assets: received, options, idempotencyKey: undefined });
  } finally {
    for (const object of objects) await object.discard();
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
