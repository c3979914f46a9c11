import type { ContentView } from '../models/content-view.ts';
import type { RawUploadItem } from '../models/raw-upload-item.ts';
import type { ContentDto, OwnContentDto } from '../schemas.ts';

/** The form of a Content for all clients. */
export function presentContent({ content, items }: ContentView): ContentDto {
  const failedAssetIndexes = items
    .filter(({ uploadState }) => uploadState === 'failed')
    .map((item) => item.assetIndex);
  return {
    id: content.id,
    mode: content.mode,
    requestedDisplayId: content.displayId,
    intent: content.intent,
    title: content.title,
    state: content.state,
    output: content.output,
    assets: items.map(presentAsset),
    upload: { status: content.uploadStatus, failedAssetIndexes },
    failedAssetIndexes,
    processing: { stage: content.stage, warnings: content.warnings, error: content.failure },
    failure: content.failure,
    presentationIds: content.state === 'ready' ? content.presentationIds : [],
    analysisIds: content.analysisIds,
    createdAt: content.createdAt.toISOString(),
    updatedAt: content.updatedAt.toISOString(),
  };
}

/** The form of the app surface. */
export function presentOwnContent(view: ContentView): OwnContentDto {
  const { urgent, expiresAt } = view.content;
  return { ...presentContent(view), urgent, expiresAt: expiresAt?.toISOString() ?? null };
}

function presentAsset(item: RawUploadItem): ContentDto['assets'][number] {
  const { assetIndex, type, text, url, filename, contentType, sizeBytes, uploadState } = item;
  return { assetIndex, type, text, url, filename, contentType, sizeBytes, uploadState };
}
