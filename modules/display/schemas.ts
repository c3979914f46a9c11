import { z } from 'zod';
import { problemSchema } from '#shared/http/problem-schema.ts';
import { frameFormats } from '#shared/picture-formats.ts';
import { colorMode, outputProfile, viewport } from './output-profile.ts';

/** A UUID of any version. An unknown one is not found; other texts are malformed. */
export const uuid = z.guid().toLowerCase().meta({ format: 'uuid' });
const timestamp = z.iso.datetime();

export const displayParams = z.object({ displayId: uuid });
/** Errors of a route that is about one display. */
export const displayErrors = { 403: ['access_denied'], 404: ['display_not_found'] };
export const presentationParams = z.object({ presentationId: uuid });

/** The formats in which the image of a display presentation can be requested. */
const imageFormat = z.enum(frameFormats).exclude(['raw1']);
export type ImageFormat = z.output<typeof imageFormat>;
export const formatQuery = z.object({
  format: imageFormat.default('png').meta({ description: 'The format of the file at `image.url`.' }),
});

const capabilities = z
  .object({
    pixelWidth: z.number().int(),
    pixelHeight: z.number().int(),
    orientation: z.literal('landscape'),
    colorMode: z.literal('mono'),
    supportedImageContentTypes: z.array(z.string()),
    supportedOutputFormats: z.array(imageFormat),
  })
  .meta({ id: 'Capabilities' });

export const display = z
  .object({
    id: z.uuid(),
    hardwareId: z.string(),
    thingName: z.string(),
    name: z.string().min(1).meta({ description: 'The nickname when set, else the thing name.' }),
    nickname: z.string().nullable(),
    firmware: z.string().nullable(),
    batteryPercent: z.number().nullable(),
    online: z.boolean(),
    lastSeenAt: timestamp.nullable(),
    stateUpdatedAt: timestamp.nullable(),
    boundAt: timestamp.nullable(),
    tags: z.array(z.string()),
    syncIntervalMinutes: z.null(),
    nextSyncAt: z.null(),
    currentPresentationId: z
      .uuid()
      .nullable()
      .meta({ description: 'The last presentation that the panel confirmed as shown.' }),
    currentPresentationUpdatedAt: timestamp.nullable(),
    pendingPresentationId: z.uuid().nullable().meta({ description: 'Published and not yet confirmed.' }),
    capabilities,
  })
  .meta({ id: 'Display' });
export type DisplayDto = z.output<typeof display>;

export const presentationStates = z.enum([
  'preparing',
  'queued',
  'published',
  'confirmed',
  'expired',
  'failed',
  'ready',
]);

const contentIds = z.union([
  z.array(z.uuid()),
  z.array(z.object({ id: z.uuid(), role: z.enum(['input', 'context']) })),
]);
const presentationMode = z.enum(['auto', 'manual', 'hardcode', 'ai', 'direct']);

const summaryFields = {
  id: z.uuid(),
  displayId: z.uuid().nullable(),
  contentIds: contentIds.meta({
    description: 'Strings for `auto`, `manual` and `hardcode`; objects for `ai` and `direct`, inputs first.',
  }),
  mode: presentationMode,
  state: presentationStates,
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const presentationSummary = z.object(summaryFields).meta({ id: 'PresentationSummary' });
export type PresentationSummaryDto = z.output<typeof presentationSummary>;

const sceneElement = z.looseObject({
  id: z.string(),
  type: z.enum(['text', 'image', 'shape']),
  frame: z.looseObject({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  properties: z.record(z.string(), z.unknown()),
});

const scene = z
  .object({
    mediaType: z.string(),
    version: z.literal(1),
    data: z.looseObject({
      version: z.literal(1),
      viewport,
      background: z.string(),
      elements: z.array(sceneElement),
    }),
  })
  .meta({ id: 'Scene' });

export const rendition = z
  .object({
    id: z.uuid(),
    mediaType: z.literal('image/png'),
    format: z.literal('png'),
    width: z.number().int(),
    height: z.number().int(),
    colorMode,
    state: z.enum(['preparing', 'ready', 'failed']),
    url: z.url().nullable(),
    expiresAt: timestamp.nullable(),
    updatedAt: timestamp,
    failure: problemSchema.nullable(),
  })
  .meta({ id: 'Rendition' });
export type RenditionDto = z.output<typeof rendition>;

const image = z
  .object({
    url: z.url(),
    format: imageFormat,
    width: z.number().int(),
    height: z.number().int(),
    expiresAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Image' });
export type ImageDto = z.output<typeof image>;

export const presentation = z
  .object({
    ...summaryFields,
    analysisId: z.string().nullable(),
    title: z.string().nullable(),
    output: outputProfile,
    scene: scene.nullable(),
    renditions: z.array(rendition),
    image: image.nullable(),
    failure: problemSchema.nullable(),
  })
  .meta({ id: 'Presentation' });
export type PresentationDto = z.output<typeof presentation>;
