import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { apiDescription } from '#test/support/description.ts';

/**
 * Generates the client's types from the API description. With `--check` it fails when the committed types differ. The
 * client throws one type of error, so the schemas of error responses and headers are left out.
 */
const SURFACES = /^\/(auth|api\/(sdk|app)\/v1|push)(\/|$)/;
const NOTICE = '/** Made from the API description by `make client-types`. Do not edit. */\n\n';
const file = join(import.meta.dirname, '../client/generated/api.ts');

type Operation = { responses: Record<string, { headers?: unknown }> };
const description = (await apiDescription()) as { paths: Record<string, Record<string, Operation>> };
for (const [path, operations] of Object.entries(description.paths)) {
  if (!SURFACES.test(path)) delete description.paths[path];
  for (const { responses } of Object.values(operations)) {
    for (const status of Object.keys(responses)) {
      if (status.startsWith('2')) delete responses[status]?.headers;
      else delete responses[status];
    }
  }
}
const types = NOTICE + astToString(await openapiTypes(description as never, { alphabetize: true }));
if (!process.argv.includes('--check')) await writeFile(file, types);
else if (types !== (await readFile(file, 'utf8').catch(() => ''))) {
  process.stderr.write(
    'client/generated/api.ts differs from the API description: run `make client-types`.\n',
  );
  process.exit(1);
}
