import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type Route, route } from '../http/route.ts';
import { acceptUpload } from './accept-upload.ts';
import { download } from './download.ts';
import { downloadContract } from './download-contract.ts';
import type { FileStore } from './file-store.ts';

const uploadForm = z
  .object({
    key: z.string(),
    'Content-Type': z.string(),
    size: z.string(),
    expires: z.string(),
    signature: z.string(),
    file: z.string().meta({ format: 'binary', description: 'The bytes. The last part of the form.' }),
  })
  .meta({ id: 'UploadForm', description: 'All `fields` of the ticket, unchanged, then the file.' });

const objectParams = z.object({
  object: z.string().meta({ description: 'Key of the object; `~` stands for its slashes.' }),
});
const objectQuery = z.object({
  expires: z.string().default(''),
  type: z.string().default(''),
  name: z.string().default(''),
  signature: z.string().default(''),
});

export interface StorageRouteOptions {
  store: FileStore;
  clock: Clock;
  /** Called after an upload is durable and before the response. May be called twice. */
  onUploaded(stagingKey: string, sha256: string): Promise<void>;
}

/** HTTP routes of the embedded store. Tickets and signed addresses are the only credentials. */
export function storageRoutes({ store, clock, onUploaded }: StorageRouteOptions): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/storage/uploads',
        summary: 'Upload one binary asset by its ticket',
        tag: 'storage',
        auth: 'public',
        body: uploadForm,
        bodyType: 'multipart',
        responses: { 204: { description: 'The bytes are stored.' } },
        errors: {
          403: ['invalid_signature', 'ticket_expired'],
          409: ['invalid_state'],
          503: ['processing_unavailable'],
        },
      },
      async ({ incoming }) => {
        const { stagingKey, sha256 } = await acceptUpload(store, clock, incoming);
        await onUploaded(stagingKey, sha256);
        return { status: 204 };
      },
    ),
    route(
      {
        method: 'get',
        path: '/storage/objects/{object}',
        summary: 'Download an object by its signed address',
        ...downloadContract('The object.'),
        tag: 'storage',
        auth: 'public',
        params: objectParams,
        query: objectQuery,
      },
      async ({ params, query, headers }) => {
        const key = params.object.replaceAll('~', '/');
        const grant = { key, expires: query.expires, contentType: query.type, name: query.name };
        return download(store, clock, { grant, signature: query.signature, headers });
      },
    ),
  ];
}
