import { randomBytes } from 'node:crypto';
import test from 'ava';
import { addSeconds } from '#shared/clock.ts';
import { sha256 } from '#shared/keys.ts';
import { type EmbeddedStore, startEmbeddedStore } from './embedded-store.ts';

const bytes = randomBytes(5000);
const hash = sha256(bytes);
const key = `users/user/frames/p1/raw2/${hash}`;

let stand: EmbeddedStore;
let url: string;

test.before(async () => {
  stand = await startEmbeddedStore();
  await stand.store.put(key, bytes, 'image/png');
  const expiresAt = addSeconds(stand.clock.now(), 900);
  url = await stand.store.signedUrl(key, { contentType: 'image/png', expiresAt });
});
test.after.always(() => stand.close());

test('an object is sent with its type, its ETag and the remaining lifetime of its address', async (t) => {
  const { status, headers, bytes: received } = await stand.send(url);
  t.is(status, 200);
  t.deepEqual(received, bytes);
  t.is(headers.get('content-type'), 'image/png');
  t.is(headers.get('content-length'), '5000');
  t.is(headers.get('etag'), `"${hash}"`);
  t.is(headers.get('cache-control'), 'private, max-age=900');
  t.is(headers.get('x-content-type-options'), 'nosniff');
  t.is(headers.get('content-disposition'), 'inline');
  t.is(headers.get('accept-ranges'), 'bytes');
});

test('HEAD has the same headers without the bytes', async (t) => {
  const { status, headers, bytes: received } = await stand.send(url, { method: 'HEAD' });
  t.is(status, 200);
  t.is(received.length, 0);
  t.is(headers.get('content-length'), '5000');
  t.is(headers.get('etag'), `"${hash}"`);
});

test('a client that has the object gets 304', async (t) => {
  for (const tag of [`"${hash}"`, `W/"${hash}"`, '*', `"other", "${hash}"`]) {
    const { status, headers, bytes: received } = await stand.send(url, { headers: { 'if-none-match': tag } });
    t.is(status, 304, tag);
    t.is(received.length, 0);
    t.is(headers.get('etag'), `"${hash}"`);
  }
  t.is((await stand.send(url, { headers: { 'if-none-match': '"other"' } })).status, 200);
});

const ranges: [string, string, number, number][] = [
  ['bytes=0-99', 'bytes 0-99/5000', 0, 100],
  ['bytes=100-', 'bytes 100-4999/5000', 100, 5000],
  ['bytes=-7', 'bytes 4993-4999/5000', 4993, 5000],
  ['bytes=-99999', 'bytes 0-4999/5000', 0, 5000],
  ['bytes=4999-99999', 'bytes 4999-4999/5000', 4999, 5000],
];
for (const [range, contentRange, start, end] of ranges) {
  test(`a range: ${range}`, async (t) => {
    const { status, headers, bytes: received } = await stand.send(url, { headers: { range } });
    t.is(status, 206);
    t.is(headers.get('content-range'), contentRange);
    t.is(headers.get('content-length'), String(end - start));
    t.deepEqual(received, bytes.subarray(start, end));
  });
}

for (const range of ['bytes=0-1,5-6', 'bytes=9-3', 'bytes=a-b', 'lines=1-2', 'bytes=-', 'bytes', '']) {
  test(`the whole object is sent for what is not a single well-formed range: '${range}'`, async (t) => {
    const { status, bytes: received } = await stand.send(url, { headers: { range } });
    t.is(status, 200);
    t.deepEqual(received, bytes);
  });
}

for (const range of ['bytes=5000-', 'bytes=6000-7000', 'bytes=-0']) {
  test(`beyond the end: ${range}`, async (t) => {
    const { status, headers, body } = await stand.send(url, { headers: { range } });
    t.is(status, 416);
    t.is(headers.get('content-range'), 'bytes */5000');
    t.is(body.error.code, 'range_not_satisfiable');
  });
}

test('If-Range gives the range only while the object is unchanged', async (t) => {
  const ask = (ifRange: string) =>
    stand.send(url, { headers: { range: 'bytes=0-9', 'if-range': ifRange } }).then(({ status }) => status);
  t.is(await ask(`"${hash}"`), 206);
  t.is(await ask('"other"'), 200);
  t.is(await ask(`W/"${hash}"`), 200);
  t.is(await ask('Sat, 21 Nov 2026 10:00:00 GMT'), 200);
});

const alterations: Record<string, (address: URL) => void> = {
  'a later expiry': (address) => address.searchParams.set('expires', '99999999999'),
  'another type': (address) => address.searchParams.set('type', 'text/html'),
  'a file name': (address) => address.searchParams.set('name', 'x.html'),
  'another signature': (address) => address.searchParams.set('signature', 'A'.repeat(43)),
  'no signature': (address) => address.searchParams.delete('signature'),
  'no expiry': (address) => address.searchParams.delete('expires'),
  'another object': (address) => {
    address.pathname = address.pathname.replace('~p1~', '~p2~');
  },
  'a path that climbs': (address) => {
    address.pathname = '/storage/objects/..~..~etc~passwd';
  },
  'an encoded path that climbs': (address) => {
    address.pathname = '/storage/objects/..%2f..%2fetc%2fpasswd';
  },
};
for (const [what, alter] of Object.entries(alterations)) {
  test(`an altered address is refused: ${what}`, async (t) => {
    const address = new URL(url);
    alter(address);
    const { status, body, headers } = await stand.send(address.href);
    t.is(status, 403);
    t.is(body.error.code, 'invalid_signature');
    t.is(headers.get('cache-control'), 'no-store');
  });
}

test('an address ends at its announced time', async (t) => {
  const own = await startEmbeddedStore();
  t.teardown(own.close);
  await own.store.put(key, bytes, 'image/png');
  const expiresAt = addSeconds(own.clock.now(), 10.5);
  const address = await own.store.signedUrl(key, { contentType: 'image/png', expiresAt });
  own.clock.at = expiresAt;
  t.is((await own.send(address)).headers.get('cache-control'), 'private, max-age=0');
  own.clock.at = addSeconds(expiresAt, 0.5);
  const { status, body } = await own.send(address);
  t.is(status, 403);
  t.is(body.error.code, 'url_expired');
});

test('an object that was removed is gone', async (t) => {
  const gone = Buffer.from('gone');
  const goneKey = `users/user/assets/c/0/${sha256(gone)}`;
  await stand.store.put(goneKey, gone, 'image/png');
  const expiresAt = addSeconds(stand.clock.now(), 900);
  const address = await stand.store.signedUrl(goneKey, { contentType: 'image/png', expiresAt });
  t.is((await stand.send(address)).status, 200);
  await stand.store.remove([goneKey]);
  const { status, body } = await stand.send(address);
  t.is(status, 404);
  t.is(body.error.code, 'not_found');
});

test('content that a browser might run is downloaded, not displayed', async (t) => {
  const expiresAt = addSeconds(stand.clock.now(), 900);
  for (const contentType of ['image/svg+xml', 'application/pdf', 'text/html']) {
    const { headers } = await stand.send(await stand.store.signedUrl(key, { contentType, expiresAt }));
    t.is(headers.get('content-disposition'), 'attachment', contentType);
    t.is(headers.get('content-type'), contentType);
    t.is(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
  }
});

test('a file name with any characters is kept', async (t) => {
  const expiresAt = addSeconds(stand.clock.now(), 900);
  const downloadAs = 'Zürich "5\\%" (1)\r\nX: y.png';
  const address = await stand.store.signedUrl(key, { contentType: 'image/png', expiresAt, downloadAs });
  const { status, headers } = await stand.send(address);
  t.is(status, 200);
  const disposition = headers.get('content-disposition') ?? '';
  t.is(headers.get('x'), null);
  const [, encoded = ''] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
  t.is(decodeURIComponent(encoded), downloadAs);
  t.regex(disposition, /^attachment; filename="Z_rich _5___ \(1\)__X: y.png"; /);
});
