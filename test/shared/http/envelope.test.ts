import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { openApiDocument } from '#shared/http/openapi.ts';
import { memoryRateLimiter } from '#shared/http/rate-limit.ts';
import { route } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import { createLog } from '#shared/log.ts';
import { reportDiskFull } from '#shared/storage/durable-file.ts';
import { createClient } from '#test/support/client.ts';
import { until } from '#test/support/until.ts';
import { type HttpStand, holdClock, startHttp } from './http-stand.ts';

const SECRET_TEXT = 'the password of the database is hunter2';
const responses = { 200: { description: 'Fine.', schema: z.object({ ok: z.boolean() }) } };
const common = { method: 'get', tag: 'test', summary: 'Test.', responses } as const;
const waiting: string[] = [];
const aborted: string[] = [];

let stand: HttpStand;
test.before(async () => {
  stand = await startHttp({
    settings: { CORS_ORIGINS: 'https://app.example, https://other.example' },
    routes: [
      route({ ...common, path: '/fine' }, async () => ({ status: 200, body: { ok: true } })),
      route({ ...common, path: '/by-id/{id}', params: z.object({ id: z.uuid() }) }, async () => ({
        status: 200,
        body: { ok: true },
      })),
      route({ ...common, path: '/bug' }, async () => {
        throw Object.assign(new Error(SECRET_TEXT), { status: 404, expose: false, code: 'ENOENT' });
      }),
      route({ ...common, path: '/thrown-text' }, async () => Promise.reject(SECRET_TEXT)),
      route({ ...common, path: '/told', errors: { 418: ['teapot'] } }, async () => {
        throw new AppError(418, 'teapot', 'Short and stout.', { handle: 'here' }, { 'Retry-After': '7' });
      }),
      route({ ...common, path: '/nothing', responses: { 204: { description: 'Nothing.' } } }, async () => ({
        status: 204,
      })),
      route({ ...common, path: '/waiting' }, async ({ signal, requestId }) => {
        waiting.push(requestId);
        while (!signal.aborted) await setImmediate();
        aborted.push(requestId);
        return { status: 200, body: { ok: true } };
      }),
    ],
  });
});
test.after.always(() => stand.close());

const client = () => createClient(stand, newId());
const line = (method: string, target: string, headers = '') =>
  stand.raw(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

test('an unknown endpoint or method is 400 under the SDK prefix and 404 elsewhere', async (t) => {
  for (const path of ['/nowhere', '/fine/more', '/', '', '/FINE%2f']) {
    const sdk = await client().get(`/api/sdk/v1${path}`);
    t.is(`${sdk.status} ${sdk.body.error.code}`, '400 invalid_request', path);
    const app = await client().get(`/api/app/v1${path}`);
    t.is(`${app.status} ${app.body.error.code}`, '404 not_found', path);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    t.is((await client().call(method, '/api/sdk/v1/fine')).body.error.code, 'invalid_request', method);
    t.is((await client().call(method, '/api/app/v1/fine')).status, 404, method);
  }
  t.is((await client().get('/api/sdk/v10')).status, 404);
  t.is((await client().get('/')).status, 404);
});

test('unusual methods and targets get an envelope, or the parser refuses them', async (t) => {
  for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'OPTIONS', 'PURGE', 'M-SEARCH']) {
    const response = await line(method, '/api/sdk/v1/fine', 'Cookie: secret=1\r\n');
    t.regex(response, /^HTTP\/1\.1 400 .*"code":"invalid_request"/s, method);
    t.notRegex(response, /secret=1/, 'TRACE must not echo what was sent');
  }
  t.regex(await line('HEAD', '/api/app/v1/nowhere'), /^HTTP\/1\.1 404 [^{]*$/s);
  const absolute = await line('GET', 'http://evil.example/api/app/v1/nowhere');
  t.regex(absolute, /^HTTP\/1\.1 404 .*"code":"not_found"/s);
  t.regex(await line('GET', 'http://['), /^HTTP\/1\.1 4/);
  t.regex(await line('OPTIONS', '*'), /^HTTP\/1\.1 404 .*"code":"not_found"/s);
  t.regex(await line('GET', '//evil.example/x'), /^HTTP\/1\.1 404 .*"code":"not_found"/s);
  t.notRegex(await line('CONNECT', 'evil.example:443'), /^HTTP\/1\.1 2/);
  t.regex(await line('BREW', '/'), /^HTTP\/1\.1 400 /);
  t.regex(await stand.raw('hello\r\n\r\n'), /^HTTP\/1\.1 400 /);
});

test('bytes that are not an HTTP request get the envelope and a request id, too', async (t) => {
  const get = (rest: string) => `GET /api/app/v1/fine HTTP/1.1\r\n${rest}\r\n`;
  for (const [status, request] of [
    [400, 'hello\r\n\r\n'],
    [400, get('Host: x\r\nno colon\r\n')],
    [400, get('Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n')],
    [400, get('Connection: close\r\n')],
    [431, get(`Host: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n`)],
  ] as const) {
    const [head = '', body = ''] = (await stand.raw(request)).split('\r\n\r\n');
    t.regex(head, new RegExp(`^HTTP/1\\.1 ${status} `), request);
    const { error } = JSON.parse(body);
    t.is(error.code, 'invalid_request');
    t.is(/^x-request-id: (req_\S+)$/im.exec(head)?.[1], error.requestId);
  }
  t.regex(
    await stand.raw(get('Host: x\r\nExpect: something\r\nConnection: close\r\n')),
    /^HTTP\/1\.1 401 .*x-request-id: req_/is,
  );
});

test('malformed escapes in paths and queries are 400', async (t) => {
  for (const target of [
    '/api/sdk/v1/by-id/%',
    '/api/sdk/v1/by-id/%ff',
    '/api/sdk/v1/by-id/%c0%af',
    '/api/sdk/v1/%E0%A4',
  ])
    t.regex(
      await line('GET', target, `Authorization: Bearer ${newId()}\r\n`),
      /^HTTP\/1\.1 400 .*"invalid_request"/s,
      target,
    );
  t.regex(
    await line('GET', '/api/sdk/v1/fine?x=%&y=%ff&__proto__=1', `Authorization: Bearer ${newId()}\r\n`),
    /^HTTP\/1\.1 200 /,
  );
});

test('an internal error is 500 without its cause', async (t) => {
  for (const path of ['/bug', '/thrown-text']) {
    const { status, body, text } = await client().get(`/api/sdk/v1${path}`);
    t.is(status, 500);
    t.is(body.error.code, 'internal_error');
    t.false(text.includes('hunter2'));
  }
});

test('an error response has its code, details and headers', async (t) => {
  const { status, body, headers } = await client().get('/api/sdk/v1/told');
  t.is(status, 418);
  t.deepEqual(body.error.details, { handle: 'here' });
  t.is(headers.get('retry-after'), '7');
  const { body: bare } = await client().get('/api/sdk/v1/nowhere');
  t.false('details' in bare.error);
});

test('request ids are made by the server for each request, never taken from the caller', async (t) => {
  const seen = new Set<string | null>();
  for (let i = 0; i < 20; i++) {
    const headers = { 'x-request-id': 'req_mine', 'request-id': 'req_mine' };
    const response = await client().get(i % 2 ? '/api/sdk/v1/fine' : '/api/sdk/v1/nowhere', { headers });
    seen.add(response.headers.get('x-request-id'));
    t.regex(response.headers.get('x-request-id') ?? '', /^req_[\w-]{16,}$/);
  }
  t.is(seen.size, 20);
  t.false(seen.has('req_mine'));
});

test('every response has the headers that keep browsers from guessing its type', async (t) => {
  for (const path of ['/fine', '/nowhere', '/bug', '/nothing']) {
    const { headers } = await client().get(`/api/sdk/v1${path}`);
    t.is(headers.get('x-content-type-options'), 'nosniff', path);
    t.is(headers.get('cache-control'), 'no-store', path);
    t.is(headers.get('x-frame-options'), 'DENY', path);
    t.is(headers.get('x-powered-by'), null, path);
  }
});

test('CORS: listed origins only', async (t) => {
  const preflight = (origin: string) =>
    fetch(`${stand.url}/api/sdk/v1/fine`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const allowed = await preflight('https://other.example');
  t.is(allowed.status, 204);
  t.is(allowed.headers.get('access-control-allow-origin'), 'https://other.example');
  t.regex(allowed.headers.get('access-control-allow-headers') ?? '', /Authorization.*Idempotency-Key/);
  t.regex(allowed.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  t.is(allowed.headers.get('access-control-allow-credentials'), null);
  for (const origin of [
    'https://evil.example',
    'null',
    'https://app.example.evil.example',
    'http://app.example',
  ]) {
    const response = await preflight(origin);
    t.is(response.headers.get('access-control-allow-origin'), null, origin);
    t.is(response.status, 400);
  }
  for (const path of ['/fine', '/nowhere', '/bug']) {
    const { headers } = await client().get(`/api/sdk/v1${path}`, {
      headers: { origin: 'https://app.example' },
    });
    t.is(headers.get('access-control-allow-origin'), 'https://app.example', path);
    t.is(headers.get('access-control-expose-headers'), 'X-Renewed-Token, X-Request-Id, Retry-After');
    t.is(headers.get('vary'), 'Origin');
  }
});

test('without a credential a response does not reveal whether the path exists', async (t) => {
  for (const path of ['/fine', '/by-id/x', '/told']) {
    const { status, body } = await createClient(stand).get(`/api/sdk/v1${path}`);
    t.is(status, 401);
    t.is(body.error.code, 'authentication_failed');
  }
});

test('a caller who disconnects ends the work', async (t) => {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${newId()}` };
  const call = fetch(`${stand.url}/api/sdk/v1/waiting`, { headers, signal: controller.signal });
  await until('the call to be at work', () => waiting.length > 0, { everyMs: 0 });
  controller.abort();
  await t.throwsAsync(call);
  await until('the end of the call to be noticed', () => aborted.length > 0, { everyMs: 0 });
  t.is(aborted.length, 1);
});

test('the limit per minute applies to each credential, and the refusal has Retry-After', async (t) => {
  const limiter = memoryRateLimiter(holdClock());
  const routes = [route({ ...common, path: '/fine' }, async () => ({ status: 200, body: { ok: true } }))];
  const limited = await startHttp({ routes, limiter, settings: { RATE_API_PER_MINUTE: '3' } });
  t.teardown(() => limited.close());
  const [one, two] = [createClient(limited, newId()), createClient(limited, newId())];
  for (let i = 0; i < 3; i++) t.is((await one.get('/api/sdk/v1/fine')).status, 200);
  const { status, body, headers } = await one.get('/api/sdk/v1/fine');
  t.is(`${status} ${body.error.code}`, '429 rate_limited');
  t.true(Number(headers.get('retry-after')) >= 1);
  t.is((await two.get('/api/sdk/v1/fine')).status, 200);
});

test('OpenAPI describes every route under every prefix', (t) => {
  const document = openApiDocument(stand.surfaces, 'https://placard.example', '1.0.0') as {
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, unknown>; security: unknown[] }>>;
  };
  t.is(document.openapi, '3.1.0');
  for (const { prefix, routes } of stand.surfaces) {
    for (const { spec } of routes) {
      const operation = document.paths[prefix + spec.path]?.[spec.method];
      for (const status of ['400', '401', '429', '500', ...Object.keys(spec.responses)])
        t.truthy(operation?.responses[status], `${prefix}${spec.path} ${status}`);
      t.deepEqual(operation?.security, [{ personalToken: [] }]);
    }
  }
});

test('the address of a caller is the one that the outermost trusted proxy saw', async (t) => {
  const routes = [
    route(
      { ...common, auth: 'public', path: '/address', responses: { 200: { description: 'Address.' } } },
      async ({ address }) => ({ status: 200, body: { address } }),
    ),
  ];
  const addressFor = async (proxies: string, forwarded?: string) => {
    const own = await startHttp({ routes, settings: { TRUST_PROXY: proxies } });
    const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded };
    const { body } = await createClient(own).get('/api/app/v1/address', { headers });
    await own.close();
    return body.address;
  };
  t.is(await addressFor('0', '1.1.1.1'), '127.0.0.1');
  t.is(await addressFor('1', 'forged, 9.9.9.9, 1.1.1.1'), '1.1.1.1');
  t.is(await addressFor('2', 'forged, 1.1.1.1, 10.0.0.1'), '1.1.1.1');
  t.is(await addressFor('1'), '127.0.0.1');
  t.is(await addressFor('2', '1.1.1.1'), '1.1.1.1');
  t.is(await addressFor('1', '::ffff:1.1.1.1'), '1.1.1.1');
  t.is(await addressFor('1', '2001:DB8::1%eth0'), '2001:db8::1');
  for (const noAddress of ['1.1.1.1:5678', '[2001:db8::1]:443', 'unknown', 'x'.repeat(3000), '1.1.1', ','])
    t.is(await addressFor('1', noAddress), '127.0.0.1', noAddress);
  t.is(await addressFor('2', '1.1.1.1:5678, 10.0.0.1'), '10.0.0.1', 'what the nearer proxy saw');
  t.is(await addressFor('2', 'forged, 1.1.1.1, unknown'), '1.1.1.1');
});

test('a full disk is one line in the log, for any number of refused requests', async (t) => {
  const lines: string[] = [];
  const noSpace = 'could not extend file "base/1/2": No space left on device';
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const stood = await startHttp({
    log: createLog('api', 'info', { write: (line) => void lines.push(line) }),
    routes: [
      route({ ...common, path: '/write', errors: { 503: ['processing_unavailable'] } }, async () =>
        reportDiskFull(() => Promise.reject(full)),
      ),
      route({ ...common, path: '/row', errors: { 503: ['processing_unavailable'] } }, async () =>
        Promise.reject(
          Object.assign(new Error(`insert into "t" values ($1) - ${noSpace}`), { code: '53100' }),
        ),
      ),
    ],
  });
  t.teardown(() => stood.close());
  const client = createClient(stood, newId());
  const paths = ['/row', '/write', '/row', '/write', '/row'];
  for (const path of paths) t.is((await client.get(`/api/sdk/v1${path}`)).status, 503);
  t.is(lines.length, 1, lines.join(''));
  const { msg, cause, err } = JSON.parse(lines[0] ?? '{}');
  t.deepEqual([msg, cause], ['There is no room left to store this.', noSpace]);
  t.is(err, undefined);
});
