import type { PresentationSource } from '#modules/display';
import type { Problem } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { pageSize, type Targets } from '../analyses/run/choose-targets.ts';
import { planPages } from '../analyses/run/plan-pages.ts';
import { picturesOf, planRequest, sourceOf } from '../analyses/run/plan-request.ts';
import type { PlanLog } from '../analyses/run/run-log.ts';
import type { LibraryContext } from '../context.ts';
import { isPictureType } from '../digests/asset-digest.ts';
import {
  type AssetToRead,
  type DigestedContent,
  digestAssets,
  type ReadAsset,
  readAsset,
} from '../digests/digest-content.ts';
import { checkPicture } from '../digests/digest-upload.ts';
import type { Preview, PreviewAsset } from '../models/preview.ts';
import type { StoreObject } from './store-object.ts';

export interface PlannedPage {
  displayId: string | null;
  title: string | null;
  template: string | null;
  source: PresentationSource;
}

/** A preview has no events. */
const SILENT: PlanLog = { add() {}, started() {}, note() {} };

/**
 * The pages that a push of the same request would create. Only the rules plan them; no language model is called while a
 * user types.
 * @throws {InvalidAssetError} @throws {RunError} @throws {StorageLimitError}
 */
export async function planPreview(
  context: LibraryContext,
  preview: Preview,
  targets: Targets,
  storeObject: StoreObject,
): Promise<{ pages: PlannedPage[]; warnings: Problem[] }> {
  const { id, userId, createdAt, request } = preview;
  if (request.hardcode) return { pages: await picturePages(context, preview, targets), warnings: [] };
  const { assets, warnings } = await digest(context, preview, storeObject);
  const { title, intent } = request;
  const contents = [{ content: { id, title, intent, createdAt }, role: 'input' as const, assets }];
  const templates = await context.analysis.loadTemplates();
  const { planner, fallbackPlanner } = context.analysis;
  const planned = await planPages({
    ports: { planner: fallbackPlanner ?? planner, fallbackPlanner: null, templates },
    request: await planRequest(context, {
      requested: { userId, intent, title },
      contents,
      targets,
      templates,
    }),
    pictures: new Set(picturesOf(contents).keys()),
    sizeOf: (displayId) => pageSize(targets, displayId),
    log: SILENT,
  });
  if (planned.outcome === 'no_change') return { pages: [], warnings };
  const pages = planned.pages.map((page) => ({
    displayId: page.action.displayId,
    title: title ?? (page.action.title || null),
    template: page.action.template,
    source: sourceOf(page, contents),
  }));
  return { pages, warnings: [...warnings, ...planned.warnings] };
}

/** Mode `hardcode`: the single picture, stretched over the display. */
async function picturePages(
  context: LibraryContext,
  { request: { assets, title } }: Preview,
  { displays }: Targets,
): Promise<PlannedPage[]> {
  const [asset] = assets;
  if (!asset?.key || !asset.contentType || !isPictureType(asset.contentType)) return [];
  const { key, contentType } = asset;
  await checkPicture(context, { key, contentType, assetIndex: 0 });
  const image = { key, contentType, fileId: newId(), assetIndex: 0 };
  return displays.map(({ id }) => ({
    displayId: id,
    title,
    template: null,
    source: { kind: 'image' as const, image },
  }));
}

function digest(
  context: LibraryContext,
  preview: Preview,
  storeObject: StoreObject,
): Promise<DigestedContent<AssetToRead & PreviewAsset>> {
  const items = preview.request.assets.map((asset, assetIndex) => ({ ...asset, assetIndex }));
  return digestAssets(context, items, (item) => read(context, item, storeObject));
}

async function read(
  context: LibraryContext,
  item: AssetToRead & PreviewAsset,
  storeObject: StoreObject,
): Promise<ReadAsset> {
  const { key, contentType, assetIndex } = item;
  const file = key && contentType ? { key, contentType } : null;
  const { digest, picture } = await readAsset(context, item, file);
  if (file && digest.image && isPictureType(file.contentType)) {
    const { width, height } = digest.image;
    return {
      digest,
      picture: { fileId: newId(), key: file.key, contentType: file.contentType, width, height },
    };
  }
  if (!picture) return { digest, picture: null };
  const { bytes, ...facts } = picture;
  const stored = await storeObject(String(assetIndex), bytes, facts.contentType);
  return { digest, picture: { fileId: newId(), key: stored, ...facts } };
}
