import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import { uuid } from '../schemas.ts';
import { type createNotices, NOTICE_FILES, NOTICES } from './notices.ts';
import { NOTICE_PATH, PICTURE_PATH } from './picture-address.ts';
import { pictureResponse, type ServePictureDeps, servePicture } from './serve-picture.ts';

const pictureParams = z.object({ deviceId: uuid, frameId: uuid, encoding: z.string().max(32) });
const pictureQuery = z.object({
  name: z.string().max(64).default(''),
  expires: z.string().default(''),
  signature: z.string().default(''),
});
const noticeParams = z.object({ notice: z.enum(NOTICES), file: z.enum(NOTICE_FILES) });

/** The files in responses to polling panels. */
export function pictureRoutes(
  deps: ServePictureDeps & { drawNotice: ReturnType<typeof createNotices> },
): Route[] {
  return [
    route(
      {
        method: 'get',
        path: PICTURE_PATH,
        summary: "Fetch a polling panel's picture by its signed address",
        tag: 'panels',
        auth: 'public',
        params: pictureParams,
        query: pictureQuery,
        responses: { 200: { description: 'A PNG or a BMP.', contentType: 'image/png' } },
        errors: { 403: ['invalid_signature', 'url_expired'], 404: ['not_found'] },
      },
      async ({ params, query, incoming }) => {
        deps.receipts.noteRequest(incoming.socket);
        const { signature, ...rest } = query;
        return servePicture(deps, { grant: { ...params, ...rest }, signature }, incoming);
      },
    ),
    route(
      {
        method: 'get',
        path: NOTICE_PATH,
        summary: 'Fetch a notice for a polling panel without a picture',
        tag: 'panels',
        auth: 'public',
        params: noticeParams,
        responses: { 200: { description: 'A PNG or a BMP.', contentType: 'image/png' } },
      },
      async ({ params }) => pictureResponse(await deps.drawNotice(params.notice, params.file)),
    ),
  ];
}
