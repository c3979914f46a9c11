import { z } from 'zod';
import { planRefusalShapes, planRefusals } from '#modules/billing';
import { pageOf } from '#shared/http/cursor.ts';
import { idempotentRoute, type Route, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import { submissionErrors } from '../errors.ts';
import { assetAddress, assetParams, contentParams, listQuery, ticketRequest } from '../schemas.ts';
import { confirmContent } from './confirm-content.ts';
import type { ContentForm } from './content-form.ts';
import { contentProblems, refuseProblems } from './content-rules.ts';
import { type PreparedContent, prepareContent, storeContent } from './create-content.ts';
import { deleteContent } from './delete-content.ts';
import { listContents } from './list-contents.ts';
import { presentOwnContent } from './present-content.ts';
import { readAsset } from './read-asset.ts';
import { readContent } from './read-content.ts';
import { renewUploadTickets } from './renew-upload-tickets.ts';

/** Enough for fifty texts of the largest size, escaped. */
const CREATE_BODY_LIMIT = 8 * 1024 * 1024;

const tag = 'contents';
const oneContent = { tag, params: contentParams, errors: { 404: ['content_not_found'] } };

/** Contents in the form of a surface. */
export function contentRoutes(context: LibraryContext, form: ContentForm): Route[] {
  const contentResponse = { 200: { description: 'The Content.', schema: form.content } };
  const maxAssetBytes = context.config.MAX_ASSET_BYTES;
  return [
    idempotentRoute(
      {
        tag,
        method: 'post',
        path: '/contents',
        summary: 'Submit text, links, images and files as one Content',
        description:
          'Stores the submission and returns an upload ticket for each image and file. Processing starts with `confirm`.',
        body: form.request(maxAssetBytes),
        bodyLimit: CREATE_BODY_LIMIT,
        limit: 'create',
        errorShapes: planRefusalShapes,
        responses: { 201: { description: 'Stored.', schema: form.withTickets } },
        errors: submissionErrors,
      },
      async ({ principal: { userId }, body }, trx, prepared: PreparedContent) => {
        const view = await storeContent(context, trx, { id: prepared.id, userId, request: body });
        // With one key both surfaces replay the same stored response, each in its own form.
        return { status: 201, body: { content: presentOwnContent(view), uploadTickets: prepared.tickets } };
      },
      async ({ principal: { userId }, body }) => {
        refuseProblems(contentProblems(body, maxAssetBytes));
        return prepareContent(context, { userId, request: body });
      },
      (created) => form.withTickets.parse(created),
    ),
    route(
      {
        tag,
        method: 'get',
        path: '/contents',
        summary: 'List or search contents, newest first',
        query: listQuery,
        responses: { 200: { description: 'A page of contents.', schema: pageOf(form.content) } },
      },
      async ({ principal: { userId }, query }) => ({
        body: await listContents(context, { userId, ...query }, form.present),
      }),
    ),
    route(
      {
        ...oneContent,
        method: 'get',
        path: '/contents/{contentId}',
        summary: 'Read a Content',
        responses: contentResponse,
      },
      async ({ principal: { userId }, params }) => ({
        body: form.present(await readContent(context.db, { userId, ...params })),
      }),
    ),
    route(
      {
        ...oneContent,
        method: 'post',
        path: '/contents/{contentId}/confirm',
        summary: 'Verify that all uploads have arrived and start processing',
        description:
          'May be repeated: a Content that is no longer pending is returned unchanged. If the plan does not allow it, it stays pending.',
        responses: contentResponse,
        errorShapes: planRefusalShapes,
        errors: { ...oneContent.errors, ...planRefusals, 503: ['processing_unavailable'] },
      },
      async ({ principal: { userId }, params }) => ({
        body: form.present(await confirmContent(context, { userId, ...params })),
      }),
    ),
    route(
      {
        ...oneContent,
        method: 'post',
        path: '/contents/{contentId}/upload-tickets',
        summary: 'Create new upload tickets for assets that have not arrived',
        description:
          'Until processing starts, also for assets that have arrived: the same bytes may be sent again. An upload that expired is pending again.',
        body: ticketRequest,
        responses: { 200: { description: 'The Content and its new tickets.', schema: form.withTickets } },
        errors: { ...oneContent.errors, 409: ['invalid_state'], 503: ['processing_unavailable'] },
      },
      async ({ principal: { userId }, params, body }) => {
        const { view, tickets } = await renewUploadTickets(context, { userId, ...params, ...body });
        return { body: { content: form.present(view), uploadTickets: tickets } };
      },
    ),
  ];
}

/** For the app surface only. */
export function ownerRoutes(context: LibraryContext): Route[] {
  return [
    route(
      {
        ...oneContent,
        method: 'get',
        path: '/contents/{contentId}/assets/{assetIndex}',
        params: assetParams,
        summary: 'Read the original bytes of an image or a file',
        description: 'Returns a signed address that downloads the bytes with their original name.',
        responses: { 200: { description: 'The signed address.', schema: assetAddress } },
        errors: { 404: ['content_not_found', 'not_found'], 503: ['processing_unavailable'] },
      },
      async ({ principal: { userId }, params }) => ({
        body: await readAsset(context, { userId, ...params }),
      }),
    ),
    route(
      {
        ...oneContent,
        method: 'delete',
        path: '/contents/{contentId}',
        summary: 'Remove a Content with its bytes and presentations',
        description: 'A panel keeps a shown picture until it is replaced.',
        responses: { 200: { description: 'Removed.', schema: z.object({ ok: z.literal(true) }) } },
      },
      async ({ principal: { userId }, params }) => {
        await deleteContent(context, { userId, ...params });
        return { body: { ok: true } };
      },
    ),
  ];
}
