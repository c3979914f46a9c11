import { z } from 'zod';
import { outputProfile } from '#modules/display';
import { pageQuery } from '#shared/http/cursor.ts';
import { problemSchema } from '#shared/http/problem-schema.ts';
import { searchTerms } from './search/search-text.ts';

/** A UUID of any version. An unknown one is not found; other texts are malformed. */
export const uuid = z.guid().toLowerCase().meta({ format: 'uuid' });
const timestamp = z.iso.datetime();
const assetIndex = z.number().int().min(0);

export const contentMode = z.enum(['auto', 'manual', 'hardcode']);
const contentState = z.enum(['pending', 'processing', 'ready', 'failed']);

/**
 * Each is searched in every candidate's text: hundreds of terms in long texts would occupy the database for minutes.
 */
const MAX_SEARCH_TERMS = 50;

export const contentParams = z.object({ contentId: uuid });
export const assetParams = contentParams.extend({
  assetIndex: z.coerce.number().int().min(0).max(49).meta({ description: 'Index in the submitted array.' }),
});
/** A signed address of an asset's bytes. */
export const assetAddress = z.object({ url: z.url(), expiresAt: timestamp }).meta({ id: 'AssetAddress' });

/** A query: terms separated by white space. */
export const searchWords = z
  .string()
  .refine((text) => !text.includes('\u0000'), { error: 'must not hold a NUL character.' })
  .refine((text) => searchTerms(text).length <= MAX_SEARCH_TERMS, {
    error: `must have at most ${MAX_SEARCH_TERMS} terms.`,
  });

export const listQuery = pageQuery.extend({
  state: contentState.optional(),
  mode: contentMode.optional(),
  q: searchWords.optional().meta({
    description:
      'Every term (separated by white space, at most 50) must occur, as a case-insensitive substring, in the title, ' +
      "in an asset's text, link or filename, or in text read out of an image or file.",
  }),
});

export const ticketRequest = z
  .object({ assetIndexes: z.array(z.number().int()).min(1).max(50) })
  .meta({ id: 'UploadTicketRequest' });

const asset = z
  .object({
    assetIndex: assetIndex.meta({ description: 'Index in the submitted array.' }),
    type: z.enum(['text', 'link', 'image', 'file']),
    text: z.string().nullable(),
    url: z.string().nullable(),
    filename: z.string().nullable(),
    contentType: z.string().nullable(),
    sizeBytes: z.number().int().nullable(),
    uploadState: z.enum(['pending', 'uploaded', 'failed']),
  })
  .meta({ id: 'Asset' });

export const content = z
  .object({
    id: z.uuid(),
    mode: contentMode.nullable().meta({ description: 'Null when the Content is stored only.' }),
    requestedDisplayId: z.uuid().nullable(),
    intent: z.string().nullable(),
    title: z.string().nullable(),
    state: contentState,
    output: outputProfile.nullable(),
    assets: z.array(asset),
    upload: z.object({
      status: z.enum(['awaiting_upload', 'partial', 'complete']),
      failedAssetIndexes: z.array(assetIndex),
    }),
    failedAssetIndexes: z.array(assetIndex),
    processing: z.object({
      stage: z
        .enum([
          'awaiting_upload',
          'fetching_links',
          'summarizing',
          'routing',
          'creating_presentations',
          'complete',
          'failed',
        ])
        .nullable(),
      warnings: z.array(problemSchema),
      error: problemSchema.nullable(),
    }),
    failure: problemSchema.nullable(),
    presentationIds: z.array(z.uuid()).meta({ description: 'Filled once the state is `ready`.' }),
    analysisIds: z.array(z.string()),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Content' });
export type ContentDto = z.output<typeof content>;

const uploadTicket = z
  .object({
    assetIndex,
    url: z.url(),
    fields: z.record(z.string(), z.string()).meta({ description: 'Form fields to send before the file.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'UploadTicket' });
export type UploadTicketDto = z.output<typeof uploadTicket>;

export const contentWithTickets = z
  .object({ content, uploadTickets: z.array(uploadTicket) })
  .meta({ id: 'ContentWithTickets' });

/** A Content of the app surface. */
export const ownContent = content
  .extend({
    urgent: z.boolean().meta({
      description:
        'Its pages go out before others, also in quiet hours and before the dwell time has passed.',
    }),
    expiresAt: timestamp
      .nullable()
      .meta({ description: 'When its pages leave the queue and the display; null: never.' }),
  })
  .meta({ id: 'OwnContent' });
export type OwnContentDto = z.output<typeof ownContent>;

export const ownContentWithTickets = z
  .object({ content: ownContent, uploadTickets: z.array(uploadTicket) })
  .meta({ id: 'OwnContentWithTickets' });
