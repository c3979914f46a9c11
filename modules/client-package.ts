import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { processingUnavailable } from '#shared/errors.ts';
import { type Route, route } from '#shared/http/route.ts';

const FILE = join(import.meta.dirname, '../dist/client.tgz');

/** `GET /client.tgz`: the npm package of the client and the command line, in the version of this server. */
export function clientPackageRoute(): Route {
  let archive: Promise<Buffer> | undefined;
  return route(
    {
      method: 'get',
      path: '/client.tgz',
      summary: 'Download the client and command line as an npm package',
      description: 'Install it with `npm install -g` and this address.',
      tag: 'client',
      auth: 'public',
      responses: { 200: { description: 'The package.', contentType: 'application/gzip' } },
      errors: { 503: ['processing_unavailable'] },
    },
    async () => {
      archive ??= readFile(FILE);
      const bytes = await archive.catch(() => {
        archive = undefined;
        throw processingUnavailable('The package has not been built: `make api` builds it.');
      });
      const headers = { 'Content-Type': 'application/gzip', 'Content-Length': String(bytes.length) };
      return { headers, stream: Readable.from([bytes]) };
    },
  );
}
