import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { z } from 'zod';
import { route } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import { checkResponse } from '#test/support/client.ts';
import { type HttpStand, startHttp } from './http-stand.ts';

const responses = { 200: { description: 'What was read.' } };
const common = { method: 'post', tag: 'test', summary: 'Echo.', responses } as const;
const echo = async ({ body }: { body: unknown }) => ({ status: 200, body: { read: body } });

/** 200 KB that become 200 MB. */
const bomb = new Uint8Array(gzipSync(JSON.stringify('x'.repeat(200 * 1024 * 1024))));

/** A credential of the stand: see `startHttp`. */
const credential = { authorization: `Bearer ${newId()}` };

let stand: HttpStand;
test.before(async () => {
  stand = await startHttp({
    routes: [
      route({ ...common, path: '/any', body: z.unknown() }, echo),
      route(
        { ...common, path: '/object', body: z.object({ a: z.number(), b: z.string().optional() }) },
        echo,
      ),
      route({ ...common, path: '/form', body: z.looseObject({}), bodyType: 'form' }, echo),
      route(
        { ...common, path: '/raw', body: z.unknown(), bodyType: 'raw', bodyLimit: 1000 },
        async ({ body }) => ({
          status: 200,
          body: { size: (body as Buffer).length },
        }),
      ),
      route({ ...common, path: '/large', body: z.unknown(), bodyLimit: 8 * 1024 * 1024 }, async () => ({
        status: 200,
      })),
    ],
  });
});
test.after.always(() => stand.close());

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = '/any',
) {
  const init = {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...credential, ...headers },
  };
  const response = await fetch(`${stand.url}/api/app/v1${path}`, init);
  const text = await response.text();
  const { status } = response;
  const result = {
    status,
    text,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : null,
  };
  checkResponse(stand.surfaces, 'POST', `/api/app/v1${path}`, result);
  return result;
}
const code = ({ status, body }: { status: number; body: any }) => `${status} ${body.error?.code}`;

test('JSON values of every kind are read', async (t) => {
  for (const value of [{ a: [1, 'x', null, true] }, [], 'text', 5, null, { ключ: '\u{1f600}' }])
    t.deepEqual((await send(JSON.stringify(value))).body.read, value);
});

test('compressed bodies are read', async (t) => {
  const text = JSON.stringify({ a: 'x'.repeat(5000) });
  for (const [encoding, bytes] of Object.entries({ gzip: gzipSync(text), deflate: deflateSync(text) }))
    t.is((await send(new Uint8Array(bytes), { 'content-encoding': encoding })).status, 200, encoding);
});

const malformed: Record<string, [string | Uint8Array<ArrayBuffer>, Record<string, string>?]> = {
  'half an object': ['{"a":'],
  'not JSON': ['hello'],
  'two values': ['{} {}'],
  'what is not gzip': ['{"a":1}', { 'content-encoding': 'gzip' }],
  'a gzip that ends early': [
    new Uint8Array(gzipSync('{"a":1}'.repeat(10_000)).subarray(0, 40)),
    { 'content-encoding': 'gzip' },
  ],
  'what is not brotli': [new Uint8Array(brotliCompressSync('{}').subarray(1)), { 'content-encoding': 'br' }],
  'an unknown encoding': ['{}', { 'content-encoding': 'zstd-of-mine' }],
  '100,000 arrays in each other': ['['.repeat(100_000) + ']'.repeat(100_000)],
  '100,000 objects in each other': [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  '65 levels': [`${'['.repeat(65)}1${']'.repeat(65)}`],
  'a NUL': ['{"a":"x\\u0000y"}'],
  'a NUL in a key': ['{"x\\u0000y":1}'],
  'half a surrogate pair': ['{"a":"\\ud800"}'],
  'the other half': ['["\\udc00x"]'],
  'a half in a key': ['{"\\ud83d":1}'],
};
for (const [what, [body, headers]] of Object.entries(malformed)) {
  test(`400: ${what}`, async (t) => {
    t.is(code(await send(body, headers)), '400 invalid_request');
  });
}

test('64 levels are read', async (t) => {
  t.is((await send(`${'['.repeat(64)}1${']'.repeat(64)}`)).status, 200);
});

test('a body over the limit is 413, before it is read or during it', async (t) => {
  const two = 2 * 1024 * 1024;
  t.is((await send(JSON.stringify('x'.repeat(two - 2)))).status, 200);
  t.is(code(await send(JSON.stringify('x'.repeat(two - 1)))), '413 payload_too_large');
  t.is(code(await send(JSON.stringify('x'.repeat(50 * 1024 * 1024)))), '413 payload_too_large');
  t.is(code(await send(bomb, { 'content-encoding': 'gzip' })), '413 payload_too_large');
  t.is((await send(JSON.stringify('x'.repeat(3 * 1024 * 1024)), {}, '/large')).status, 200);
  t.is(code(await send('x'.repeat(1001), {}, '/raw')), '413 payload_too_large');
  t.is((await send('x'.repeat(1000), {}, '/raw')).body.size, 1000);
});

test('413 without a Content-Length', async (t) => {
  const chunk = 'x'.repeat(100_000);
  const chunks = Array.from({ length: 40 }, () => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
  const head =
    'POST /api/app/v1/any HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n';
  const fields = `Authorization: ${credential.authorization}\r\nContent-Type: application/json\r\n`;
  const response = await stand.raw(`${head}${fields}\r\n${chunks}0\r\n\r\n`);
  t.regex(response, /^HTTP\/1\.1 413 .*"payload_too_large"/s);
});

test('__proto__ and similar keys do not change any prototype', async (t) => {
  const builtIn = '{"a":1,"constructor":{"prototype":{"polluted":1}},"b":"x"}';
  t.deepEqual((await send(builtIn, {}, '/object')).body.read, { a: 1, b: 'x' });
  t.is(code(await send('{"a":1,"__proto__":{"polluted":1}}', {}, '/object')), '400 invalid_request');
  t.is(({} as Record<string, unknown>).polluted, undefined);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await send('__proto__[polluted]=1&constructor[prototype][polluted]=1', form, '/form');
  t.is(({} as Record<string, unknown>).polluted, undefined);
});

test('a value of another kind is refused, and every wrong field is named', async (t) => {
  t.is(code(await send('', {}, '/object')), '400 invalid_request');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const { status, body } = await send('{"a":1}', { 'content-type': type }, '/object');
    t.is(status, 400);
    t.regex(body.error.details.fields[0].message, /Content-Type: application\/json/);
  }
  for (const value of [[], 'text', 5, null, [{ a: 1 }]])
    t.is(code(await send(JSON.stringify(value), {}, '/object')), '400 invalid_request');
  const { body } = await send(JSON.stringify({ a: 'x', b: 5, c: 1 }), {}, '/object');
  t.deepEqual(
    body.error.details.fields.map(({ path }: { path: string }) => path),
    ['a', 'b'],
  );
});

test('a form is read, and refused if it has characters that cannot be stored', async (t) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  t.deepEqual((await send('a=1&b=%C3%BC', form, '/form')).body.read, { a: '1', b: '\u00fc' });
  t.is(code(await send('a=%00', form, '/form')), '400 invalid_request');
  t.is(code(await send(`${'a['.repeat(5000)}`, form, '/form')).slice(0, 1), '2');
});

test('the process still responds after all of these bodies', async (t) => {
  t.is((await send('{"id":1}')).status, 200);
});
