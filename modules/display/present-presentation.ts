import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from './context.ts';
import { Frame } from './models/frame.ts';
import type { Presentation, StoredScene } from './models/presentation.ts';
import { Rendition } from './models/rendition.ts';
import type {
  ImageDto,
  ImageFormat,
  PresentationDto,
  PresentationSummaryDto,
  RenditionDto,
} from './schemas.ts';

type Signing = Pick<DisplayContext, 'store' | 'clock' | 'config'>;

/**
 * Presentations in the form of the API, in the given order, with newly signed addresses. Uses two queries for any
 * number.
 */
export async function presentPresentations(
  context: DisplayContext,
  presentations: Presentation[],
  format: ImageFormat = 'png',
): Promise<PresentationDto[]> {
  const displayed = presentations.filter(({ deviceId }) => deviceId !== null).map(({ id }) => id);
  const targetless = presentations.filter(({ deviceId }) => deviceId === null).map(({ id }) => id);
  const [frames, renditions] = await Promise.all([
    displayed.length === 0
      ? []
      : Frame.query(context.db).whereIn('presentation_id', displayed).where({ format }),
    targetless.length === 0
      ? []
      : Rendition.query(context.db).whereIn('presentation_id', targetless).orderBy(['created_at', 'id']),
  ]);
  return Promise.all(
    presentations.map((presentation) => {
      const own = (row: { presentationId: string }) => row.presentationId === presentation.id;
      return presentOne(context, presentation, frames.find(own), renditions.filter(own));
    }),
  );
}

async function presentOne(
  context: DisplayContext,
  presentation: Presentation,
  frame: Frame | undefined,
  renditions: Rendition[],
): Promise<PresentationDto> {
  return {
    ...presentSummary(presentation),
    analysisId: presentation.analysisId,
    title: presentation.title,
    output: presentation.output,
    scene: presentation.scene && (await presentScene(context, presentation.scene)),
    renditions: await Promise.all(renditions.map((rendition) => presentRendition(context, rendition))),
    image: frame ? await presentImage(context, frame) : null,
    failure: presentation.failure,
  };
}

/** The fields that queue entries have too. The form of `contentIds` depends on the mode. */
export function presentSummary(presentation: Presentation): PresentationSummaryDto {
  const { id, deviceId, mode, state, contents, createdAt, updatedAt } = presentation;
  const withRoles = mode === 'ai' || mode === 'direct';
  return {
    id,
    displayId: deviceId,
    contentIds: withRoles
      ? contents.map(({ id, role }) => ({ id, role }))
      : contents.map((content) => content.id),
    mode,
    state,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

async function presentImage(context: Signing, frame: Frame): Promise<ImageDto> {
  const contentType = frame.format === 'png' ? 'image/png' : 'application/octet-stream';
  return {
    ...(await signed(context, frame.key, contentType)),
    format: frame.format as ImageFormat,
    width: frame.width,
    height: frame.height,
    updatedAt: frame.createdAt.toISOString(),
  };
}

export async function presentRendition(context: Signing, rendition: Rendition): Promise<RenditionDto> {
  const { id, format, width, height, colorMode, state, key, failure, updatedAt } = rendition;
  const link = key ? await signed(context, key, 'image/png') : { url: null, expiresAt: null };
  return {
    id,
    mediaType: 'image/png',
    format,
    width,
    height,
    colorMode,
    state,
    ...link,
    updatedAt: updatedAt.toISOString(),
    failure,
  };
}

/** A Scene with an address beside the file id of each of its images. */
async function presentScene(
  context: Signing,
  { data, images }: StoredScene,
): Promise<NonNullable<PresentationDto['scene']>> {
  const elements = data.elements.map(async (element) => {
    const image = element.type === 'image' ? images[String(element.properties.fileId)] : undefined;
    if (!image) return element;
    const link = await signed(context, image.key, image.contentType);
    return { ...element, properties: { ...element.properties, ...link } };
  });
  return {
    mediaType: `application/vnd.${context.config.SCENE_VENDOR}.scene+json;version=1`,
    version: 1,
    data: { ...data, elements: await Promise.all(elements) },
  };
}

async function signed({ store, clock, config }: Signing, key: string, contentType: string) {
  const expiresAt = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  return {
    url: await store.signedUrl(key, { expiresAt, contentType }),
    expiresAt: expiresAt.toISOString(),
  };
}
