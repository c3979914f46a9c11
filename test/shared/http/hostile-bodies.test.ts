import { gzipSync } from 'node:zlib';
import test from 'ava';
import { z } from 'zod';
import { rateLimited } from '#shared/errors.ts';
import { route } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import { checkResponse } from '#test/support/client.ts';
import { type HttpStand, startHttp } from './http-stand.ts';

const MEBIBYTE = 1024 * 1024;
const PUBLIC_LIMIT = 64 * 1024;
const responses = { 200: { description: 'Read.' } };
const post = { method: 'post', tag: 'test', summary: 'Test.', responses } as const;
const done = async () => ({ status: 200, body: { ok: true } });

let stand: HttpStand;
test.before(async () => {
  const large = 8 * MEBIBYTE;
  stand = await startHttp({
    routes: [
      route({ ...post, path: '/open', auth: 'public', body: z.unknown() }, done),
      route({ ...post, path: '/closed', body: z.unknown(), bodyLimit: large }, done),
      route({ ...post, path: '/numbers', body: z.array(z.string()) }, done),
      route({ ...post, path: '/strict', body: z.strictObject({}) }, done),
      route(
        {
          ...post,
          path: '/limited',
          auth: 'public',
          admit: ({ address, headers }) => {
            if (headers['x-full']) throw rateLimited(address.length);
          },
          body: z.object({ a: z.string() }),
        },
        done,
      ),
    ],
  });
});
test.after.always(() => stand.close());

interface Sent {
  path?: string;
  credential?: string | null;
  headers?: Record<string, string>;
}

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  { path = '/closed', credential = newId(), headers }: Sent = {},
) {
  const response = await fetch(`${stand.url}/api/app/v1${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...headers,
    },
  });
  const text = await response.text();
  const result = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  checkResponse(stand.surfaces, 'POST', `/api/app/v1${path}`, result);
  return result;
}
const code = ({ status, body }: { status: number; body: any }) => `${status} ${body.error?.code}`;

test('a stranger may send 64 KiB, compressed or not', async (t) => {
  const fits = JSON.stringify('x'.repeat(PUBLIC_LIMIT - 2));
  const tooLong = JSON.stringify('x'.repeat(PUBLIC_LIMIT - 1));
  const zipped = { 'content-encoding': 'gzip' };
  const open = { path: '/open', credential: null };
  t.is((await send(fits, open)).status, 200);
  t.is(code(await send(tooLong, open)), '413 payload_too_large');
  t.is((await send(new Uint8Array(gzipSync(fits)), { ...open, headers: zipped })).status, 200);
  t.is(
    code(await send(new Uint8Array(gzipSync(tooLong)), { ...open, headers: zipped })),
    '413 payload_too_large',
  );
});

test('without a credential a body of any length is not parsed', async (t) => {
  t.is(code(await send(`[${'0,'.repeat(3 * MEBIBYTE)}`, { credential: null })), '401 authentication_failed');
  t.is(code(await send('x'.repeat(9 * MEBIBYTE), { credential: null })), '401 authentication_failed');
});

test('a limit per address counts before the body is parsed', async (t) => {
  const full = { path: '/limited', credential: null, headers: { 'x-full': 'yes' } };
  t.is(code(await send('{', full)), '429 rate_limited');
  t.is(code(await send('x'.repeat(MEBIBYTE), full)), '429 rate_limited');
  t.is((await send('{"a":"x"}', { ...full, headers: {} })).status, 200);
});

const nul = JSON.stringify('\u0000');
const keys = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, i) => `"k${i}":${value}`).join(',')}}`;
const hostile: Record<string, string> = {
  zeros: `[${'0,'.repeat(MEBIBYTE - 2)}0]`,
  'empty arrays': `[${'[],'.repeat(600_000)}0]`,
  'empty objects': `[${'{},'.repeat(600_000)}0]`,
  'many keys': keys(150_000, '0'),
  'deep arrays': '['.repeat(2 * MEBIBYTE),
  'many deep arrays': `[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(15_000)}0]`,
  'NUL strings': `[${`${nul},`.repeat(230_000)}${nul}]`,
};
for (const [what, body] of Object.entries(hostile)) {
  test(`two MiB of ${what} take little time and get a short response`, async (t) => {
    for (const bytes of [body, new Uint8Array(gzipSync(body))]) {
      const headers: Record<string, string> = typeof bytes === 'string' ? {} : { 'content-encoding': 'gzip' };
      const response = await send(bytes, { path: '/numbers', headers });
      t.is(code(response), '400 invalid_request');
      t.true(response.text.length < 1_000, `${response.text.length} characters`);
    }
  });
}

test('commas and brackets inside of strings are text', async (t) => {
  const text = `,[{:\\"]}`.repeat(100_000);
  t.is((await send(JSON.stringify({ text, quoted: '\\"[' }))).status, 200);
});

test('fifty problems are listed, with the number of further ones', async (t) => {
  const { body } = await send(JSON.stringify(Array.from({ length: 5_000 }, () => 0)), { path: '/numbers' });
  t.is(body.error.details.fields.length, 50);
  t.is(body.error.details.moreFields, 4_950);
  const few = await send('[0, "x", 0]', { path: '/numbers' });
  t.deepEqual(
    few.body.error.details.fields.map(({ path }: { path: string }) => path),
    ['0', '2'],
  );
  t.false('moreFields' in few.body.error.details);
});

test('a response has only the beginning of a long name', async (t) => {
  const name = 'n'.repeat(100_000);
  const nuls = JSON.stringify({ [name]: Array.from({ length: 1_000 }, () => '\u0000') });
  const nested = await send(nuls);
  t.is(code(nested), '400 invalid_request');
  t.true(nested.text.length < 50_000, `${nested.text.length} characters`);
  const unknown = await send(JSON.stringify({ [name]: 1 }), { path: '/strict' });
  t.is(code(unknown), '400 invalid_request');
  t.true(unknown.text.length < 2_000, `${unknown.text.length} characters`);
});
