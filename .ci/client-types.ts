import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import type { InterfaceDeclaration } from 'typescript';
import { apiDescription } from '#test/support/description.ts';

/**
 * Generates the client's types from the API description: its schemas and operations. With `--check` it fails when the
 * committed types differ. The client throws one type of error, so error responses are left out, and so are headers.
 */
const SURFACES = /^\/(auth|api\/(sdk|app)\/v1|push)(\/|$)/;
const NOTICE = '/** Made from the API description by `make client-types`. Do not edit. */\n\n';
const UNUSED_MEMBERS = /^ +(?:header|path|cookie)\?: never;\n|^ +headers: \{\n.*\n +\};\n/gm;
const file = join(import.meta.dirname, '../client/generated/api.ts');

type Operation = { responses: Record<string, { headers?: unknown }> };
const description = (await apiDescription()) as { paths: Record<string, Record<string, Operation>> };
for (const [path, operations] of Object.entries(description.paths)) {
  if (!SURFACES.test(path)) delete description.paths[path];
  for (const { responses } of Object.values(operations)) {
    for (const status of Object.keys(responses)) {
      if (!status.startsWith('2')) delete responses[status];
      delete responses[status]?.headers;
    }
  }
}
const declarations = (await openapiTypes(description as never, { alphabetize: true })).filter(
  (node) => 'members' in node && (node as InterfaceDeclaration).name.text !== 'paths',
);
const types = NOTICE + astToString(declarations).replace(UNUSED_MEMBERS, '');
if (!process.argv.includes('--check')) await writeFile(file, types);
else if (types !== (await readFile(file, 'utf8').catch(() => ''))) {
  process.stderr.write(
    'client/generated/api.ts differs from the API description: run `make client-types`.\n',
  );
  process.exit(1);
}
