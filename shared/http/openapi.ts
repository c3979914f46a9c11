import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { brand } from '../brand.ts';
import { errorEnvelope } from './envelope.ts';
import { IDEMPOTENCY_KEY_PATTERN } from './idempotency.ts';
import type { Route } from './route.ts';
import type { Surface } from './surface.ts';

/** Error codes of all routes. */
const SHARED_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'processing_unavailable',
};

/** The security schemes of a surface. Any one of them is sufficient. */
const SCHEMES: Record<Surface['security'], string[]> = {
  session: ['session'],
  personalToken: ['personalToken'],
  sessionOrToken: ['session', 'personalToken'],
  basicOrToken: ['personalToken', 'basic'],
  none: [],
};

/** OpenAPI 3.1, generated from the declarations that validate the requests. */
export function openApiDocument(surfaces: Surface[], serverUrl: string, version: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const surface of surfaces) {
    for (const route of surface.routes) {
      const path = surface.prefix + route.spec.path;
      paths[path] = { ...paths[path], [route.spec.method]: operation(surface, route) };
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: `The HTTP surfaces of ${brand.name}.`,
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of a session.',
        },
        personalToken: { type: 'http', scheme: 'bearer', description: 'Personal access token.' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'A personal access token as the password, with any user name.',
        },
      },
    },
  });
}

function operation(surface: Surface, { spec, idempotent }: Route): ZodOpenApiOperationObject {
  const name = `${surface.prefix}${spec.path}`.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^_|_$/g, '');
  const security = spec.auth === 'public' ? null : surface.security;
  return {
    operationId: `${spec.method}_${name}`,
    summary: spec.summary,
    description: spec.description,
    tags: [spec.tag],
    security: SCHEMES[security ?? 'none'].map((scheme) => ({ [scheme]: [] })),
    requestParams: { ...(spec.params && { path: spec.params }), ...(spec.query && { query: spec.query }) },
    parameters: idempotent ? [idempotencyHeader] : undefined,
    requestBody: spec.body && {
      required: !spec.body.safeParse(undefined).success,
      content: requestContent(spec.bodyType, spec.body),
    },
    responses: { ...successes(spec.responses, security), ...failures({ spec, idempotent }) },
  };
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const, pattern: IDEMPOTENCY_KEY_PATTERN.source },
};

function requestContent(bodyType: Route['spec']['bodyType'], schema: z.ZodType) {
  if (bodyType !== 'any') return { [mediaType(bodyType)]: { schema } };
  return { '*/*': { schema: bytesOrText('') }, 'multipart/form-data': { schema } };
}

function mediaType(bodyType: Route['spec']['bodyType']): string {
  if (bodyType === 'form') return 'application/x-www-form-urlencoded';
  if (bodyType === 'multipart') return 'multipart/form-data';
  return bodyType === 'raw' ? 'application/octet-stream' : 'application/json';
}

const commonHeaders = {
  'X-Request-Id': {
    description: 'Assigned to each request, and part of each of its log lines.',
    required: true,
    schema: { type: 'string' as const, pattern: '^req_' },
  },
};
const renewedToken = {
  description: 'A new access token, when the one that was sent expires soon: use it from now on.',
  schema: { type: 'string' as const },
};
/** Always present for rate limits, which end after a known time. */
const retryAfter = (codes: string[]) => ({
  description: 'Seconds to wait.',
  required: codes.every((code) => code === 'rate_limited'),
  schema: { type: 'integer' as const, minimum: 1 },
});

/** The schema of a body that is not JSON. */
function bytesOrText(contentType: string) {
  const text = contentType.startsWith('text/');
  return { type: 'string' as const, ...(!text && { format: 'binary' }) };
}

function successes(responses: Route['spec']['responses'], security: Surface['security'] | null) {
  const entries = Object.entries(responses).map(
    ([status, { description, schema, contentType = schema && 'application/json' }]) => {
      const content = contentType && { [contentType]: { schema: schema ?? bytesOrText(contentType) } };
      const renewal = (security === 'session' || security === 'sessionOrToken') && {
        'X-Renewed-Token': renewedToken,
      };
      return [
        status,
        { description, headers: { ...commonHeaders, ...renewal }, ...(content && { content }) },
      ];
    },
  );
  return Object.fromEntries(entries);
}

function failures(route: Declared) {
  const entries = [...errorCodes(route)].map(([status, list]) => [
    status,
    {
      description: list.map((code) => `\`${code}\``).join(', '),
      headers: { ...commonHeaders, ...(status === 429 && { 'Retry-After': retryAfter(list) }) },
      content: { 'application/json': { schema: errorShape(route, list) } },
    },
  ]);
  return Object.fromEntries(entries);
}

function errorShape({ spec: { errorShapes = {} } }: Declared, codes: string[]): z.ZodType {
  const shapes = [...new Set(codes.map((code) => errorShapes[code] ?? errorEnvelope))];
  return shapes.length > 1 ? z.union(shapes) : (shapes[0] ?? errorEnvelope);
}

type Declared = Pick<Route, 'spec' | 'idempotent'>;

/** All error codes of a route, by status. */
export function errorCodes({ spec, idempotent }: Declared): Map<number, string[]> {
  const { auth, body, responses, errors = {} } = spec;
  const codes = new Map<number, string[]>();
  for (const [status, code] of Object.entries(SHARED_ERRORS)) codes.set(Number(status), [code]);
  if (!body) codes.delete(413);
  for (const status of Object.keys(responses)) codes.delete(Number(status));
  if (auth !== 'public') codes.set(401, ['authentication_failed']);
  if (idempotent) codes.set(409, ['idempotency_conflict', 'invalid_state']);
  for (const [status, own] of Object.entries(errors)) {
    codes.set(Number(status), [...new Set([...(own ?? []), ...(codes.get(Number(status)) ?? [])])]);
  }
  return codes;
}
