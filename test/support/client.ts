import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { errorEnvelope } from '#shared/http/envelope.ts';
import { errorCodes } from '#shared/http/openapi.ts';
import type { Surface } from '#shared/http/surface.ts';

export interface ApiResponse<T = any> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface CallOptions {
  /** Bearer credential. */
  token?: string;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  raw?: string | Uint8Array | FormData;
  headers?: Record<string, string>;
  /** `Idempotency-Key`. */
  key?: string;
}

export interface Client {
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  get(path: string, options?: CallOptions): Promise<ApiResponse>;
  post(path: string, options?: CallOptions): Promise<ApiResponse>;
  put(path: string, options?: CallOptions): Promise<ApiResponse>;
  patch(path: string, options?: CallOptions): Promise<ApiResponse>;
  delete(path: string, options?: CallOptions): Promise<ApiResponse>;
  /** The same client with a credential on every call. */
  as(token: string): Client;
}

/** A client over real HTTP that checks every response against the declaration of its route, and throws if it differs. */
export function createClient(app: { url: string; surfaces: Surface[] }, token?: string): Client {
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const credential = options.token ?? token;
    const response = await fetch(app.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.key !== undefined && { 'idempotency-key': options.key }),
        ...options.headers,
      },
      body:
        (options.raw as RequestInit['body']) ??
        (options.body === undefined ? undefined : JSON.stringify(options.body)),
    }).catch(({ cause }: Error) => {
      throw new Error(`${method} ${path} was not answered: ${cause}`, { cause });
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const result = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
      text,
    };
    checkResponse(app.surfaces, method, path, result);
    return result;
  };
  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, options) => call('POST', path, options),
    put: (path, options) => call('PUT', path, options),
    patch: (path, options) => call('PATCH', path, options),
    delete: (path, options) => call('DELETE', path, options),
    as: (other) => createClient(app, other),
  };
}

/** @throws when the status, a field or the error code of the response is not declared by the route */
export function checkResponse(
  surfaces: Surface[],
  method: string,
  path: string,
  response: ApiResponse,
): void {
  const where = `${method} ${path} returned ${response.status} ${response.text.slice(0, 500)}`;
  const requestId = response.headers.get('x-request-id');
  if (!/^req_\S+$/.test(requestId ?? '')) throw new Error(`${where}: no X-Request-Id`);
  if (surfaces.length === 0) return;
  const route = findRoute(surfaces, method, path);
  const spec = route?.spec;
  if (response.status >= 400 && !spec?.responses[response.status]) {
    const { error } = parseExactly(errorEnvelope, response.body, where);
    if (error.requestId !== requestId) throw new Error(`${where}: the envelope names another request`);
    if (error.details && Object.keys(error.details).length === 0) throw new Error(`${where}: empty details`);
    if (route && !errorCodes(route).get(response.status)?.includes(error.code))
      throw new Error(`${where}: the route does not declare this error`);
    const shape = spec?.errorShapes?.[error.code];
    if (shape) parseExactly(shape, response.body, where);
    return;
  }
  const declared = spec?.responses[response.status];
  if (!declared) throw new Error(`${where}: the route does not declare this status`);
  if (!declared.schema || !response.headers.get('content-type')?.includes('application/json')) return;
  parseExactly(declared.schema, response.body, where);
}

/** The body, parsed by its schema, which drops undeclared fields. @throws when there are any */
function parseExactly<T>(schema: z.ZodType<T>, body: unknown, where: string): T {
  const { data, error } = schema.safeParse(body);
  if (error) throw new Error(`${where}: ${error.message}`);
  if (!isDeepStrictEqual(data, body)) throw new Error(`${where}: some of its fields are not declared`);
  return data as T;
}

function findRoute(surfaces: Surface[], method: string, path: string) {
  const pathname = path.split('?')[0] ?? '';
  for (const surface of surfaces) {
    for (const route of surface.routes) {
      const pattern = `^${surface.prefix}${route.spec.path}$`.replace(/\{\w+\}/g, '[^/]+');
      if (route.spec.method.toUpperCase() === method && new RegExp(pattern).test(pathname)) return route;
    }
  }
  return undefined;
}
