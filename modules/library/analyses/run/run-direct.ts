import { problem } from '#shared/errors.ts';
import type { LibraryContext } from '../../context.ts';
import { InvalidAssetError } from '../../digests/asset-digest.ts';
import { checkPicture } from '../../digests/digest-upload.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { chooseTargets } from './choose-targets.ts';
import { completeRun } from './complete-run.ts';
import type { MaterialContent } from './gather-material.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { invalidAsset } from './read-material.ts';
import { RunError } from './run-error.ts';

/**
 * Mode `direct`: shows the one image unchanged, stretched over each target, without planner and text recognition.
 * @throws {RunError} `invalid_asset` when the bytes are not a picture of the declared type
 */
export async function runDirect(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  material: MaterialContent[],
): Promise<void> {
  const [one] = material;
  const file =
    one && (await StoredFile.query(context.db).findOne({ content_id: one.content.id, asset_index: 0 }));
  if (!file) throw new RunError(problem('invalid_asset', 'The image was deleted.', { assetIndex: 0 }));
  const { key, contentType, id: fileId } = file as StoredFile & { contentType: 'image/png' | 'image/jpeg' };
  await checkPicture(context, file).catch((error) => {
    throw error instanceof InvalidAssetError ? new RunError(invalidAsset(error)) : error;
  });
  const { displays, output } = await chooseTargets(context, analysis);
  const targets = output ? [{ output }] : displays.map(({ id }) => ({ displayId: id }));
  const items = targets.map((target) => ({
    mode: 'direct' as const,
    title: analysis.title ?? one.content.title,
    target,
    source: { kind: 'image' as const, image: { key, contentType, fileId, assetIndex: 0 } },
  }));
  await completeRun(context, analysis, { material, items, warnings: [], events: [] });
}
