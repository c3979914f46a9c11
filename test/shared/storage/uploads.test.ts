import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { addSeconds } from '#shared/clock.ts';
import { sha256 } from '#shared/keys.ts';
import type { UploadTarget } from '#shared/storage/store.ts';
import { until } from '#test/support/until.ts';
import { type EmbeddedStore, startEmbeddedStore, uploadForm } from './embedded-store.ts';

const bytes = randomBytes(100_000);
let tickets = 0;

async function ticket(stand: EmbeddedStore, sizeBytes = bytes.length): Promise<UploadTarget> {
  return stand.store.uploadTarget({
    stagingKey: `staging/user/content/0/ticket-${++tickets}`,
    contentType: 'image/png',
    sizeBytes,
    expiresAt: addSeconds(stand.clock.now(), 900),
  });
}

const post = (stand: EmbeddedStore, form: FormData) =>
  stand.send(`${stand.url}/storage/uploads`, { method: 'POST', body: form });

test.beforeEach(async (t) => {
  t.context = await startEmbeddedStore();
});
test.afterEach.always(async (t) => (t.context as EmbeddedStore).close());

test('a valid upload is stored and reported, and can be sent again', async (t) => {
  const stand = t.context as EmbeddedStore;
  const target = await ticket(stand);
  for (let i = 0; i < 2; i++) t.is((await post(stand, uploadForm(target, bytes))).status, 204);
  const key = target.fields.key as string;
  t.deepEqual(stand.uploaded, [key, key]);
  t.deepEqual((await stand.store.stat(key))?.sizeBytes, bytes.length);
  t.is((await stand.files()).length, 1);
});

const refusals: Record<string, { status: number; code: string; form: (target: UploadTarget) => FormData }> = {
  'a byte too many': {
    status: 413,
    code: 'payload_too_large',
    form: (target) => uploadForm(target, Buffer.concat([bytes, Buffer.of(0)])),
  },
  'a hundred times too many': {
    status: 413,
    code: 'payload_too_large',
    form: (target) => uploadForm(target, Buffer.alloc(bytes.length * 100)),
  },
  'a byte too few': { status: 400, code: 'invalid_request', form: (t) => uploadForm(t, bytes.subarray(1)) },
  'an empty file': { status: 400, code: 'invalid_request', form: (t) => uploadForm(t, Buffer.of()) },
  'another content type': altered('Content-Type', 'image/svg+xml'),
  'another size': altered('size', '1'),
  'another key': altered('key', 'staging/user/content/0/other'),
  'a key that climbs': altered('key', '../../../etc/passwd'),
  'a later expiry': altered('expires', '99999999999'),
  'another signature': altered('signature', 'A'.repeat(43)),
  'a spelling of the signature with padding': {
    status: 403,
    code: 'invalid_signature',
    form: (t) => uploadForm({ ...t, fields: { ...t.fields, signature: `${t.fields.signature}=` } }, bytes),
  },
  'an extra field': malformed((form) => form.append('acl', 'public-read'), 'first'),
  'a field named __proto__': malformed((form) => form.append('__proto__', 'x'), 'first'),
  'a field twice': malformed((form) => form.append('key', 'staging/user/content/0/other'), 'first'),
  'a field after the file': malformed((form) => form.append('size', '1'), 'last'),
  'two files': malformed((form) => form.append('file', new Blob(['x']), 'b.png'), 'last'),
  'two large files': malformed((form) => form.append('file', new Blob([bytes]), 'b.png'), 'last'),
  '20,000 fields': malformed((form) => {
    for (let i = 0; i < 20_000; i++) form.append('key', 'x');
  }, 'last'),
  '20,000 files': malformed((form) => {
    for (let i = 0; i < 20_000; i++) form.append('file', new Blob(['x']), 'b.png');
  }, 'last'),
  'no file': { status: 400, code: 'invalid_request', form: (target) => fieldsOnly(target) },
  'the file first': {
    status: 400,
    code: 'invalid_request',
    form: (target) => {
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'a.png');
      for (const [name, value] of fieldsOnly(target)) form.append(name, value);
      return form;
    },
  },
};

for (const [what, { status, code, form }] of Object.entries(refusals)) {
  test(`refused, with nothing left behind: ${what}`, async (t) => {
    const stand = t.context as EmbeddedStore;
    const response = await post(stand, form(await ticket(stand)));
    t.is(response.status, status);
    t.is(response.body.error.code, code);
    t.deepEqual(await stand.files(), []);
    t.deepEqual(stand.uploaded, []);
  });
}

test('an expired ticket is refused', async (t) => {
  const stand = t.context as EmbeddedStore;
  const target = await ticket(stand);
  stand.clock.at = addSeconds(stand.clock.at, 900);
  const response = await post(stand, uploadForm(target, bytes));
  t.is(response.status, 403);
  t.is(response.body.error.code, 'ticket_expired');
  t.deepEqual(await stand.files(), []);
});

test('a ticket with the signature of another is refused', async (t) => {
  const stand = t.context as EmbeddedStore;
  const [mine, other] = [await ticket(stand), await ticket(stand)];
  const signature = other.fields.signature as string;
  const response = await post(stand, uploadForm({ ...mine, fields: { ...mine.fields, signature } }, bytes));
  t.is(response.body.error.code, 'invalid_signature');
});

test('a signed download address is not accepted as a ticket', async (t) => {
  const stand = t.context as EmbeddedStore;
  const target = await ticket(stand);
  const expiresAt = addSeconds(stand.clock.at, 900);
  const key = `users/u/assets/${sha256(bytes)}`;
  const address = new URL(await stand.store.signedUrl(key, { contentType: 'image/png', expiresAt }));
  const signature = address.searchParams.get('signature') as string;
  const response = await post(
    stand,
    uploadForm({ ...target, fields: { ...target.fields, signature } }, bytes),
  );
  t.is(response.body.error.code, 'invalid_signature');
});

test('any file name is accepted and ignored', async (t) => {
  const stand = t.context as EmbeddedStore;
  for (const name of ['../../escape.png', '/etc/passwd', 'a\u0000b', 'C:\\x', '\u{1f600}'.repeat(500), '']) {
    t.is((await post(stand, uploadForm(await ticket(stand), bytes, name))).status, 204);
  }
  t.is((await stand.files()).length, 6);
  t.true((await stand.files()).every((path) => path.startsWith(`${stand.folder}/staging/user/content/0/`)));
});

test('after promotion the bytes never change and later uploads are refused', async (t) => {
  const stand = t.context as EmbeddedStore;
  const target = await ticket(stand);
  await post(stand, uploadForm(target, bytes));
  const stagingKey = target.fields.key as string;
  const promoted = await stand.store.promote(stagingKey, 'users/user/assets/content/0', 'image/png');
  const response = await post(stand, uploadForm(target, randomBytes(bytes.length)));
  t.is(response.status, 409);
  t.is(response.body.error.code, 'invalid_state');
  t.deepEqual(Buffer.from(await stand.store.read(promoted.key)), bytes);
  t.deepEqual(await stand.store.promote(stagingKey, 'users/user/assets/content/0', 'image/png'), promoted);
});

test('when uploads race promotion, the bytes promoted first stay', async (t) => {
  const stand = t.context as EmbeddedStore;
  for (let round = 0; round < 10; round++) {
    const target = await ticket(stand, 1000);
    const stagingKey = target.fields.key as string;
    await post(stand, uploadForm(target, randomBytes(1000)));
    const rivals = Array.from({ length: 4 }, () => post(stand, uploadForm(target, randomBytes(1000))));
    const prefix = `users/user/assets/${round}`;
    const promotions = Array.from({ length: 4 }, () => stand.store.promote(stagingKey, prefix, 'image/png'));
    const keys = new Set((await Promise.all(promotions)).map(({ key }) => key));
    for (const { status } of await Promise.all(rivals)) t.true(status === 204 || status === 409);
    t.is(keys.size, 1);
    t.true(keys.has((await stand.store.promote(stagingKey, prefix, 'image/png')).key));
    t.is((await post(stand, uploadForm(target, randomBytes(1000)))).status, 409);
  }
});

test('the same bytes are accepted while those that were promoted are removed', async (t) => {
  const stand = t.context as EmbeddedStore;
  const large = randomBytes(2_000_000); // hashed for long enough to be removed meanwhile
  for (let round = 0; round < 4; round++) {
    const target = await ticket(stand, large.length);
    const stagingKey = target.fields.key as string;
    let under = 0;
    const repeat = async () => {
      under += 1;
      const { status } = await post(stand, uploadForm(target, large));
      under -= 1;
      return status;
    };
    t.is(await repeat(), 204);
    const repeats = Array.from({ length: 12 }, repeat);
    while (under > 0) {
      await stand.store.promote(stagingKey, `users/user/assets/${round}`, 'image/png').catch(() => null);
      await stand.store.remove([stagingKey]);
    }
    t.deepEqual(new Set(await Promise.all(repeats)), new Set([204]));
  }
});

test('a body that is not a multipart form is refused', async (t) => {
  const stand = t.context as EmbeddedStore;
  const types = [
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/plain',
    `multipart/form-data; boundary=${'x'.repeat(5000)}`,
  ];
  for (const type of types) {
    const init = { method: 'POST', headers: { 'content-type': type }, body: '{"a":1}' };
    const response = await stand.send(`${stand.url}/storage/uploads`, init);
    t.is(response.status, 400, type);
  }
  t.is((await stand.send(`${stand.url}/storage/uploads`, { method: 'POST' })).status, 400);
});

/** The bytes of a request whose multipart body is the given one. */
async function rawRequest(
  stand: EmbeddedStore,
  target: UploadTarget,
): Promise<{ head: string; body: Buffer }> {
  const request = new Request(target.url, { method: 'POST', body: uploadForm(target, bytes) });
  const body = Buffer.from(await request.arrayBuffer());
  const type = request.headers.get('content-type');
  const head = `POST /storage/uploads HTTP/1.1\r\nHost: ${stand.url}\r\nConnection: close\r\nContent-Type: ${type}\r\n`;
  return { head, body };
}

test('a form truncated at any place is refused', async (t) => {
  const stand = t.context as EmbeddedStore;
  const { head, body } = await rawRequest(stand, await ticket(stand));
  for (const cut of [
    1,
    40,
    100,
    300,
    700,
    1000,
    50_000,
    body.length - 100,
    body.length - 60,
    body.length - 5,
  ]) {
    const socket = connect(stand.port, '127.0.0.1');
    socket.write(`${head}Content-Length: ${cut}\r\n\r\n`);
    socket.write(body.subarray(0, cut));
    let response = '';
    for await (const chunk of socket) response += chunk;
    t.regex(response, /^HTTP\/1.1 400 .*"invalid_request"/s, `cut at ${cut} of ${body.length}`);
  }
  t.deepEqual(await stand.files(), []);
});

test('a connection that breaks leaves nothing behind', async (t) => {
  const stand = t.context as EmbeddedStore;
  const { head, body } = await rawRequest(stand, await ticket(stand));
  for (const cut of [0, 200, 5000, 60_000, body.length - 5]) {
    const socket = connect(stand.port, '127.0.0.1');
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, cut));
    const files = async () => (await stand.files()).length;
    if (cut > 1000) await until('a file that comes in', async () => (await files()) > 0, { everyMs: 0 });
    socket.resetAndDestroy();
    await once(socket, 'close');
    await until('what came in to be gone', async () => (await files()) === 0, { everyMs: 0 });
  }
  t.is((await post(stand, uploadForm(await ticket(stand), bytes))).status, 204);
});

function fieldsOnly({ fields }: UploadTarget): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function altered(field: string, value: string) {
  const form = (target: UploadTarget) =>
    uploadForm({ ...target, fields: { ...target.fields, [field]: value } }, bytes);
  return { status: 403, code: 'invalid_signature', form };
}

function malformed(spoil: (form: FormData) => void, where: 'first' | 'last') {
  const form = (target: UploadTarget) => {
    const whole = where === 'last' ? uploadForm(target, bytes) : fieldsOnly(target);
    spoil(whole);
    if (where === 'first') whole.append('file', new Blob([bytes]), 'a.png');
    return whole;
  };
  return { status: 400, code: 'invalid_request', form };
}
