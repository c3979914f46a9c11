import type { LibraryContext } from '../context.ts';
import { invalidAsset } from './errors.ts';
import type { IncomingAssets } from './incoming-assets.ts';
import { knownType } from './known-bytes.ts';
import { type PushResult, pushContent } from './push-content.ts';
import type { PushOptions } from './push-options.ts';
import { linkAsset, type ReceivedAsset, receiveAsset } from './receive-asset.ts';

/** An asset in memory. A text stays a text, even if it is only an address. */
export type DirectAsset =
  | { type: 'text'; text: string }
  | { type: 'link'; url: string }
  | { type: 'image'; bytes: Uint8Array };

export interface DirectPush {
  userId: string;
  assets: DirectAsset[];
  options: Pick<PushOptions, 'title' | 'intent' | 'mode' | 'display' | 'urgent' | 'expires'>;
}

/**
 * Pushes assets that are already in memory.
 * @throws {AppError} as `/push`; `400 invalid_asset` for an image that is none of the five types
 */
export function pushDirectly(
  context: LibraryContext,
  incoming: IncomingAssets,
  { userId, assets, options }: DirectPush,
): Promise<PushResult> {
  return incoming.receive(userId, async (limits) => {
    const received: ReceivedAsset[] = [];
    for (const [assetIndex, asset] of assets.entries()) {
      if (asset.type === 'text') received.push(asset);
      else if (asset.type === 'link') received.push(linkAsset(asset.url, assetIndex));
      else {
        if (!knownType(asset.bytes)?.startsWith('image/'))
          throw invalidAsset(assetIndex, 'is no PNG, JPEG, GIF, WebP or SVG.');
        const source = {
          bytes: singleChunk(asset.bytes),
          contentType: undefined,
          filename: undefined,
          assetIndex,
        };
        received.push(await receiveAsset(source, limits));
      }
    }
    const { display } = options;
    const displayId = display && (await context.display.findDisplay(context.db, userId, display)).id;
    return pushContent(context, { userId, assets: received, options, displayId, idempotencyKey: undefined });
  });
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
