import type { PresentationDto } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { runIdempotently } from '#shared/http/idempotency.ts';
import type { Principal } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import type { Promoted } from '#shared/storage/store.ts';
import { completeUploads } from '../contents/confirm-content.ts';
import type { OwnContentRequest } from '../contents/content-request.ts';
import { contentProblems, refuseProblems } from '../contents/content-rules.ts';
import { storeContent } from '../contents/create-content.ts';
import { presentOwnContent } from '../contents/present-content.ts';
import type { LibraryContext } from '../context.ts';
import { assetsPrefix } from '../object-keys.ts';
import type { OwnContentDto } from '../schemas.ts';
import { recordUploads } from '../uploads/record-uploads.ts';
import type { PushOptions } from './push-options.ts';
import type { ReceivedAsset } from './receive-asset.ts';

/** The response to a push. */
export interface PushResult {
  content: OwnContentDto;
  presentations: PresentationDto[];
}

export interface Push {
  userId: string;
  /** The credential of the request, if any. It must still be valid when the body, which may take long, has arrived. */
  principal?: Principal;
  assets: ReceivedAsset[];
  options: PushOptions;
  /** The display that the options name. */
  displayId: string | undefined;
  /** Well-formed, when there is one. */
  idempotencyKey: string | undefined;
}

/**
 * Creates a Content of received assets and starts processing it in one transaction. The bytes are stored before, and
 * removed again if the transaction fails.
 * @throws {AppError} as creating and confirming a Content; `401` when the credential has ended meanwhile; `409` of
 * idempotency
 */
export async function pushContent(context: LibraryContext, push: Push): Promise<PushResult> {
  const { userId, principal, assets, idempotencyKey } = push;
  const request = contentRequestOf(push);
  refuseProblems(contentProblems(request, context.config.MAX_ASSET_BYTES));
  const contentId = newId();
  const stored = await storeAssets(context, assets, assetsPrefix(userId, contentId));
  let mayBeCommitted = false;
  const effect = async (trx: Trx) => {
    mayBeCommitted = false; // a deadlock may have ended an earlier attempt
    await (principal ? context.holdSession(trx, principal) : context.requireUser(trx, userId));
    const created = await storeContent(context, trx, { id: contentId, userId, request });
    await recordUploads(context, trx, created, stored);
    const view = await completeUploads(context, trx, created, created.display);
    const presentations = await context.display.presentationsOf(trx, userId, view.content.presentationIds);
    mayBeCommitted = true;
    return { status: 201, body: { content: presentOwnContent(view), presentations } satisfies PushResult };
  };
  try {
    const { body } = idempotencyKey
      ? await runIdempotently(
          { ...context, retentionHours: context.config.IDEMPOTENCY_HOURS },
          { userId, route: 'push', key: idempotencyKey, body: fingerprint(request, assets) },
          effect,
        )
      : await inTransaction(context.db, effect);
    const result = body as PushResult;
    // The stored response of an earlier push with this key; these bytes are not needed.
    if (result.content.id !== contentId) await removeStored(context, stored);
    return result;
  } catch (error) {
    // After any other failure the commit may have succeeded. Objects without a row are removed by the sweep.
    if (error instanceof AppError || !mayBeCommitted) await removeStored(context, stored);
    throw error;
  }
}

/** The assets and options of a push as the request that creates a Content. */
export function contentRequestOf({
  assets,
  options,
  displayId,
}: Pick<Push, 'assets' | 'options' | 'displayId'>): OwnContentRequest {
  return {
    mode: options.mode ?? (displayId ? 'manual' : 'auto'),
    displayId,
    title: options.title,
    intent: options.intent,
    ...(options.urgent !== undefined && { urgent: options.urgent }),
    ...(options.expires !== undefined && { expires: options.expires }),
    assets: assets.map((asset) => {
      if (asset.type === 'text' || asset.type === 'link') return asset;
      const { object, ...facts } = asset;
      return { ...facts, sizeBytes: object.facts().sizeBytes };
    }),
  };
}

/** Identifies a push under its idempotency key: assets and options, but not the wait. */
function fingerprint(request: OwnContentRequest, assets: ReceivedAsset[]): unknown {
  const hashes = assets.map((asset) => ('object' in asset ? asset.object.facts().sha256 : null));
  return { ...request, hashes };
}

/** Stores all assets, or removes those that it stored. */
async function storeAssets(
  context: LibraryContext,
  assets: ReceivedAsset[],
  prefix: string,
): Promise<Map<number, Promoted>> {
  const stored = new Map<number, Promoted>();
  try {
    for (const [assetIndex, asset] of assets.entries()) {
      if (!('object' in asset)) continue;
      stored.set(assetIndex, await asset.object.keep(`${prefix}${assetIndex}`, asset.contentType));
    }
    return stored;
  } catch (error) {
    await removeStored(context, stored);
    throw error;
  }
}

async function removeStored({ store, log }: LibraryContext, stored: Map<number, Promoted>): Promise<void> {
  const keys = [...stored.values()].map(({ key }) => key);
  if (keys.length === 0) return;
  // The sweep of objects without a row removes the rest.
  await store
    .remove(keys)
    .catch((error) => log.warn({ err: error }, 'objects of a refused push were not removed'));
}
