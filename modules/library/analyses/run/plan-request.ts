import type { PresentationSource } from '#modules/display';
import type { LibraryContext } from '../../context.ts';
import type { AssetToRead, DigestedAsset, ShownPicture } from '../../digests/digest-content.ts';
import type { PlannedContent, PlanRequest } from '../../planners/planner.ts';
import type { Analysis } from '../models/analysis.ts';
import { UserSettings } from '../models/user-settings.ts';
import type { Templates } from '../ports.ts';
import type { Page } from './check-plan.ts';
import type { Targets } from './choose-targets.ts';

/** A content with the digests of its assets, for planners. */
export interface PlannableContent {
  content: Pick<PlannedContent, 'id' | 'title' | 'intent' | 'createdAt'>;
  role: PlannedContent['role'];
  assets: DigestedAsset<AssetToRead>[];
}

/** Composes the request to a planner. */
export async function planRequest(
  { db, clock }: Pick<LibraryContext, 'db' | 'clock'>,
  {
    requested,
    contents,
    targets: { routing, displays },
    templates,
  }: {
    requested: Pick<Analysis, 'userId' | 'intent' | 'title'>;
    contents: PlannableContent[];
    targets: Targets;
    templates: Templates;
  },
): Promise<PlanRequest> {
  const settings = await UserSettings.query(db).findById(requested.userId);
  return {
    contents: contents.map(toPlanned),
    displays,
    routing,
    templates: templates.all,
    intent: requested.intent,
    title: requested.title,
    mayDecline: !contents.some(({ role }) => role === 'input'),
    now: clock.now(),
    timeZone: settings?.timeZone ?? 'UTC',
    language: settings?.language ?? null,
  };
}

function toPlanned({ content, role, assets }: PlannableContent): PlannedContent {
  const { id, title, intent, createdAt } = content;
  return {
    id,
    role,
    title,
    intent,
    createdAt,
    assets: assets.map(({ item, digest, picture }) => ({
      assetIndex: item.assetIndex,
      type: item.type,
      contentType: item.contentType,
      filename: item.filename,
      digest,
      imageId: picture?.fileId ?? null,
      imageSize: picture && { width: picture.width, height: picture.height },
    })),
  };
}

/** Every picture that a page may show, by file id. */
export function picturesOf(contents: PlannableContent[]): Map<string, ShownPicture & { assetIndex: number }> {
  return new Map(
    contents
      .flatMap(({ assets }) => assets)
      .flatMap(({ item, picture }) =>
        picture ? [[picture.fileId, { ...picture, assetIndex: item.assetIndex }] as const] : [],
      ),
  );
}

/** The source of a page for rendering, with its stored pictures. */
export function sourceOf(
  { scene, images }: Pick<Page, 'scene' | 'images'>,
  contents: PlannableContent[],
): PresentationSource {
  const pictures = picturesOf(contents);
  const shown = images.flatMap((id) => {
    const picture = pictures.get(id);
    if (!picture) return [];
    const { key, contentType, fileId, assetIndex } = picture;
    return [[id, { key, contentType, fileId, assetIndex }] as const];
  });
  return { kind: 'scene', scene, images: Object.fromEntries(shown) };
}
