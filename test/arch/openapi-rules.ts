import { Validator } from '@seriousme/openapi-schema-validator';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  examples?: unknown[];
  const?: unknown;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** Statuses of responses without a body. */
export const BODILESS = new Set(['204', '302', '304']);
/** The Model Context Protocol requires a 202 without a body. */
export const ACCEPTED_ONLY = 'post /mcp 202';
/** The credentials that a prefix requires. */
const CREDENTIALS: [prefix: string, credentials: string[]][] = [
  ['/auth/tokens/current', ['personalToken']],
  ['/auth/', ['session']],
  ['/api/app/v1/billing', ['session']],
  ['/api/app/v1/', ['session', 'personalToken']],
  ['/api/sdk/v1/', ['personalToken']],
  ['/push', ['personalToken', 'basic']],
  ['/mcp', ['personalToken']],
];

/** All violations of an API description: of OpenAPI 3.1 itself, and of the rules of this project. */
export async function descriptionProblems(description: Description): Promise<string[]> {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(description) });
  const problems = valid ? [] : [`is not OpenAPI: ${JSON.stringify(errors)}`];
  const seen = new Set<string>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId = '' } = operation;
      const found = operationProblems(description, method, path, operation);
      if (!operationId || seen.has(operationId)) found.push('has no operationId of its own');
      seen.add(operationId);
      problems.push(...found.map((problem) => `${method} ${path} ${problem}`));
    }
  }
  return problems;
}

function operationProblems(
  description: Description,
  method: string,
  path: string,
  operation: Operation,
): string[] {
  const { summary, tags = [], parameters = [], security = [], requestBody, responses } = operation;
  const problems: string[] = [];
  if (!summary) problems.push('has no summary');
  if (tags.length !== 1 || !/^[a-z]+$/.test(tags[0] ?? '')) problems.push('has not one lower-case tag');

  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
  if (inPath.sort().join() !== (path.match(/\{\w+\}/g) ?? []).sort().join())
    problems.push('describes other path parameters than it has');

  const credentials = CREDENTIALS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? [];
  const accepted = security.flatMap((scheme) => Object.keys(scheme));
  if (security.length > 0 && accepted.join() !== credentials.join())
    problems.push('takes a credential that its prefix does not');
  if (security.length > 0 && !responses['401']) problems.push('does not say 401');

  if (!Object.keys(responses).some((status) => /^[23]/.test(status))) problems.push('never succeeds');
  for (const [status, response] of Object.entries(responses)) {
    const schemas = Object.values(response.content ?? {}).map(({ schema }) => schema);
    const described =
      schemas.length > 0 && schemas.every((schema) => schema && Object.keys(schema).length > 0);
    const bodiless = BODILESS.has(status) || `${method} ${path} ${status}` === ACCEPTED_ONLY;
    if (described === bodiless) problems.push(`has no schema for ${status}, or one too many`);
  }
  if (path.startsWith('/auth/')) {
    const good = Object.entries(responses).filter(([status]) => status < '300');
    const shown = [requestBody, ...good.map(([, response]) => response)];
    const schemas = shown.flatMap((one) => Object.values(one?.content ?? {}).map(({ schema }) => schema));
    const fields = [...schemas, ...parameters.map(({ schema }) => schema)];
    for (const field of fields.flatMap((schema) => withoutExample(description, schema, '')))
      problems.push(`has no example of ${field || 'a parameter'}`);
  }
  return problems;
}

/** Fields without an example whose schema allows any value. */
function withoutExample(description: Description, schema: Schema | undefined, path: string): string[] {
  if (schema?.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return withoutExample(description, description.components?.schemas?.[name], path);
  }
  if (!schema || schema.examples?.length || schema.enum || schema.const !== undefined) return [];
  if (schema.type === 'boolean' || schema.type === 'null') return [];
  const inside = (child: Schema, name = '') => withoutExample(description, child, path + name);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice) => inside(choice));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, child]) => inside(child, `.${name}`));
  return schema.items ? inside(schema.items, '[]') : [path];
}
