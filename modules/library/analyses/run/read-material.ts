import { AppError, type Problem, problem } from '#shared/errors.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../../context.ts';
import { InvalidAssetError } from '../../digests/asset-digest.ts';
import { type DigestedAsset, digestContent } from '../../digests/digest-content.ts';
import type { ContentView } from '../../models/content-view.ts';
import { foundPictureBytes } from '../start/run-bytes.ts';
import { contentDeleted, type MaterialContent } from './gather-material.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { RunError, storageLimitReached } from './run-error.ts';
import type { RunLog } from './run-log.ts';

export interface ReadContent extends MaterialContent {
  assets: DigestedAsset[];
}

/**
 * Digests all assets of the run. Links come first, because they are the first stage that a Content shows. Unreadable
 * assets of the history are left out; those of named contents are errors.
 * @throws {RunError} `invalid_asset`, `processing_unavailable`
 */
export async function readMaterial(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  { material, log }: { material: MaterialContent[]; log: RunLog },
): Promise<{ contents: ReadContent[]; warnings: Problem[] }> {
  const warnings: Problem[] = [];
  const contents: ReadContent[] = [];
  const hasLinks = ({ items }: ContentView) => items.some(({ type }) => type === 'link');
  const fetches = material.some(hasLinks);
  if (fetches) log.stage('fetching_links');
  const links = new Map<string, DigestedAsset[]>();
  for (const view of material) {
    const read = await readPart(context, view, (type) => type === 'link');
    links.set(view.content.id, read?.assets ?? []);
    warnings.push(...(read?.warnings ?? []));
  }
  // The first stage, unless an earlier attempt has reached a later one.
  if (fetches || analysis.attempt > 1) log.stage('summarizing', [...warnings]);
  for (const view of material) {
    const read = await readPart(context, view, (type) => type !== 'link');
    if (!read) continue;
    warnings.push(...read.warnings);
    const assets = [...read.assets, ...(links.get(view.content.id) ?? [])];
    contents.push({ ...view, assets: assets.sort((a, b) => a.item.assetIndex - b.item.assetIndex) });
  }
  return { contents, warnings };
}

/**
 * Returns null for a Content of the history that was deleted, is unreadable, or whose picture exceeds the storage
 * limit.
 */
async function readPart(
  context: LibraryContext,
  { content, items, role }: MaterialContent,
  wanted: (type: string) => boolean,
) {
  try {
    const view = { content, items: items.filter(({ type }) => wanted(type)) };
    // A run reserves no bytes for pictures of the history.
    return await digestContent(context, view, role === 'input' ? foundPictureBytes : () => 0);
  } catch (error) {
    const gone = error instanceof AppError && error.code === 'content_not_found';
    const isLimitReached = error instanceof StorageLimitError;
    if (!gone && !isLimitReached && !(error instanceof InvalidAssetError)) throw error;
    if (role === 'context') return null;
    if (isLimitReached) throw storageLimitReached(error, 'summarizing');
    throw gone ? contentDeleted() : new RunError(invalidAsset(error as InvalidAssetError));
  }
}

export function invalidAsset({ assetIndex, message }: InvalidAssetError): Problem {
  return problem('invalid_asset', `An asset cannot be read: ${message}.`, {
    stage: 'summarizing',
    assetIndex,
  });
}
