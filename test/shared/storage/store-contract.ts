import { randomBytes } from 'node:crypto';
import type { TestFn } from 'ava';
import { addSeconds, systemClock } from '#shared/clock.ts';
import { sha256 } from '#shared/keys.ts';
import { type ByteRange, ObjectMissingError, type ObjectStore } from '#shared/storage/store.ts';
import { uploadForm } from './embedded-store.ts';

/** What every object store must do, over real HTTP where clients are involved. */
export function testObjectStore(test: TestFn, store: () => ObjectStore): void {
  const photo = randomBytes(70_000);
  let tickets = 0;
  const newTicket = (sizeBytes = photo.length, seconds = 900) => {
    const stagingKey = `staging/user/content/0/t${++tickets}`;
    const expiresAt = addSeconds(systemClock.now(), seconds);
    return store().uploadTarget({ stagingKey, contentType: 'image/png', sizeBytes, expiresAt });
  };
  const send = async (url: string, body: FormData) => (await fetch(url, { method: 'POST', body })).status;

  test('an object can be written, inspected, read, listed and removed', async (t) => {
    const keys = ['a', 'b', 'c'].map((name) => `users/listed/${name}/${sha256(name)}`);
    for (const [i, name] of ['a', 'b', 'c'].entries())
      await store().put(keys[i] as string, Buffer.from(name), 'image/png');
    t.is((await store().stat(keys[0] as string))?.sizeBytes, 1);
    t.is(Buffer.from(await store().read(keys[1] as string)).toString(), 'b');
    const listed = await all(store().list('users/listed/'));
    t.deepEqual(listed.map(({ key }) => key).sort(), keys);
    t.true(listed.every(({ sizeBytes, modifiedAt }) => sizeBytes === 1 && modifiedAt instanceof Date));
    t.deepEqual(
      (await all(store().list('users/listed/b/'))).map(({ key }) => key),
      [keys[1]],
    );
    t.deepEqual(await all(store().list('users/nobody/')), []);
    await store().remove([...keys, `users/nobody/frames/${sha256('x')}`]);
    t.is(await store().stat(keys[0] as string), null);
    t.deepEqual(await all(store().list('users/listed/')), []);
    await t.throwsAsync(store().read(keys[0] as string), { instanceOf: ObjectMissingError });
  });

  test('an object can be read as a stream, whole or in a range', async (t) => {
    const key = `users/streamed/${sha256(photo)}`;
    await store().put(key, photo, 'image/png');
    const read = async (range: ByteRange | null) =>
      Buffer.concat(await all(await store().stream(key, range)));
    t.deepEqual(await read(null), photo);
    t.deepEqual(await read({ start: 10, end: 69_999 }), photo.subarray(10));
    t.deepEqual(await read({ start: 5, end: 5 }), photo.subarray(5, 6));
    const missing = `users/streamed/${sha256('missing')}`;
    await t.throwsAsync(store().stream(missing, null), { instanceOf: ObjectMissingError });
  });

  test('an object that arrives in pieces is stored under its hash once it is kept, and not otherwise', async (t) => {
    const prefix = 'users/received/assets/0';
    const key = `${prefix}/${sha256(photo)}`;
    const receive = async (bytes: Uint8Array) => {
      const object = await store().receive();
      for (let at = 0; at < bytes.length; at += 30_000) await object.write(bytes.subarray(at, at + 30_000));
      t.deepEqual(object.facts(), { sizeBytes: bytes.length, sha256: sha256(bytes) });
      return object;
    };
    await (await receive(photo)).discard();
    t.deepEqual(await all(store().list('users/received/')), []);
    // The same bytes again are the same object.
    for (let round = 0; round < 2; round++) {
      const object = await receive(photo);
      const kept = await object.keep(prefix, 'image/png');
      await object.discard();
      t.deepEqual(kept, { key, sha256: sha256(photo), sizeBytes: photo.length });
      t.deepEqual(Buffer.from(await store().read(key)), photo);
    }
    const empty = await receive(new Uint8Array());
    t.is((await empty.keep(prefix, 'text/plain')).sizeBytes, 0);
    await empty.discard();
    const url = await store().signedUrl(key, {
      contentType: 'image/png',
      expiresAt: addSeconds(systemClock.now(), 60),
    });
    t.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), photo);
  });

  test('objects that arrive in pieces at the same time do not mix', async (t) => {
    const kept = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const object = await store().receive();
        for (let piece = 0; piece < 20; piece++) await object.write(Buffer.alloc(5_000, index));
        const { key } = await object.keep(`users/together/${index}`, 'image/png');
        await object.discard();
        return key;
      }),
    );
    for (const [index, key] of kept.entries())
      t.deepEqual(Buffer.from(await store().read(key)), Buffer.alloc(100_000, index));
  });

  test('keys that leave their folder, or do not match their bytes, are refused', async (t) => {
    const hash = sha256('x');
    for (const key of [
      `../${hash}`,
      `users/../../${hash}`,
      `/etc/${hash}`,
      `users//${hash}`,
      `users/.x/${hash}`,
    ])
      await t.throwsAsync(store().put(key, Buffer.from('x'), 'image/png'), { instanceOf: TypeError }, key);
    await t.throwsAsync(store().put(`users/u/${hash}`, Buffer.from('y'), 'image/png'), {
      instanceOf: TypeError,
    });
    await t.throwsAsync(all(store().list('../')), { instanceOf: TypeError });
  });

  test('an upload by ticket is promoted to its hash and downloaded by signed address', async (t) => {
    const ticket = await newTicket();
    t.is(await send(ticket.url, uploadForm(ticket, photo)), 204);
    const stagingKey = ticket.fields.key as string;
    t.is((await store().stat(stagingKey))?.sizeBytes, photo.length);
    const promoted = await store().promote(stagingKey, 'users/user/assets/content/0', 'image/png');
    const key = `users/user/assets/content/0/${sha256(photo)}`;
    t.deepEqual(promoted, { key, sha256: sha256(photo), sizeBytes: photo.length });
    t.deepEqual(await store().promote(stagingKey, 'users/user/assets/content/0', 'image/png'), promoted);
    await send(ticket.url, uploadForm(ticket, randomBytes(photo.length)));
    t.deepEqual(Buffer.from(await store().read(key)), photo);

    const expiresAt = addSeconds(systemClock.now(), 60);
    const url = await store().signedUrl(key, { contentType: 'image/png', expiresAt, downloadAs: 'a b.png' });
    const response = await fetch(url);
    t.is(response.headers.get('content-type'), 'image/png');
    t.regex(response.headers.get('content-disposition') ?? '', /^attachment; .*a%20b\.png/);
    t.deepEqual(Buffer.from(await response.arrayBuffer()), photo);
    t.is((await fetch(url, { headers: { range: 'bytes=0-9' } })).status, 206);
    const altered = new URL(url);
    altered.pathname = altered.pathname.replace('content', 'contenu');
    t.is((await fetch(altered)).status, 403);
    t.is((await fetch(url.split('?')[0] as string)).status, 403);
  });

  test('promotion without an upload reports that, and the ticket stays valid', async (t) => {
    const ticket = await newTicket();
    const stagingKey = ticket.fields.key as string;
    await t.throwsAsync(store().promote(stagingKey, 'users/user/assets/x', 'image/png'), {
      instanceOf: ObjectMissingError,
    });
    t.is(await send(ticket.url, uploadForm(ticket, photo)), 204);
  });

  test('an upload that changes during its promotion is never stored under the hash of other bytes', async (t) => {
    for (let round = 0; round < 5; round++) {
      const ticket = await newTicket(1000);
      const post = () => send(ticket.url, uploadForm(ticket, randomBytes(1000)));
      await post();
      const prefix = `users/user/assets/racing/${round}`;
      const promotion = store().promote(ticket.fields.key as string, prefix, 'image/png');
      const [{ key, sha256: hash, sizeBytes }] = await Promise.all([promotion, post(), post()]);
      t.is(key, `${prefix}/${hash}`);
      t.is(sizeBytes, 1000);
      t.is(sha256(await store().read(key)), hash);
    }
  });

  test('the policy of a ticket is enforced', async (t) => {
    const ticket = await newTicket();
    const other = await newTicket();
    const stagingKey = ticket.fields.key as string;
    const refused = async (fields: Record<string, string>, bytes: Uint8Array = photo) => {
      const status = await send(ticket.url, uploadForm({ url: ticket.url, fields }, bytes));
      t.true(status >= 400 && status < 500, `returned ${status}`);
      t.is(await store().stat(stagingKey), null);
    };
    await refused(ticket.fields, photo.subarray(1));
    await refused(ticket.fields, Buffer.concat([photo, Buffer.of(0)]));
    await refused({ ...ticket.fields, 'Content-Type': 'text/html' });
    await refused({ ...ticket.fields, key: 'staging/user/content/0/elsewhere' });
    await refused({ ...other.fields, key: stagingKey });
    t.is(await store().stat('staging/user/content/0/elsewhere'), null);
    const expired = await newTicket(photo.length, -5);
    t.is(await send(expired.url, uploadForm(expired, photo)), 403);
  });

  test('an expired address is refused', async (t) => {
    const key = `users/user/assets/${sha256('late')}`;
    await store().put(key, Buffer.from('late'), 'image/png');
    const expiresAt = addSeconds(systemClock.now(), -5);
    const url = await store().signedUrl(key, { contentType: 'image/png', expiresAt });
    t.is((await fetch(url)).status, 403);
  });

  test('the check reports that the store can be written to', async (t) => {
    await t.notThrowsAsync(store().check());
    t.deepEqual(await all(store().list('staging/check')), []);
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
