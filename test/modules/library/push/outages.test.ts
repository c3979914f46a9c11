import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import test, { type ExecutionContext } from 'ava';
import { createDatabaseWire } from '#test/gateway/model/database-wire.ts';
import { hasRadosgw, startRadosgw } from '#test/shared/storage/radosgw.ts';
import { freePort } from '#test/support/free-port.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { until } from '#test/support/until.ts';
import { noisePng } from '../contents/noise-png.ts';
import { confirm, create, png } from '../stand.ts';
import { type PushStand, startPushes } from './stand.ts';

// Before any test is declared: all of them must be declared at once.
const s3Test = (await hasRadosgw()) ? test : test.skip;

/** An application whose database is behind a wire that can be cut. */
async function startBehindWire(t: ExecutionContext) {
  const database = await createTestDatabase();
  const wire = await createDatabaseWire(database.url);
  const stand = await startPushes({ settings: { DATABASE_URL: wire.url } });
  t.teardown(async () => {
    wire.restore();
    await stand.close();
    await wire.close();
    await database.drop();
  });
  return { stand, wire };
}

async function files({ config }: PushStand, path: string): Promise<string[]> {
  const names = await readdir(`${config.DATA_DIR}/objects/${path}`, { recursive: true }).catch(() => []);
  return names.filter((name) => /(^|\/)[\w-]{32,}$/.test(name) && !name.endsWith('assets'));
}

const stored = async (stand: PushStand, userId: string) =>
  (await files(stand, `users/${userId}/assets`)).filter((name) => /\/[0-9a-f]{64}$/.test(name)).length;
const comingIn = (stand: PushStand) => readdir(`${stand.config.DATA_DIR}/objects/~temporary`).catch(() => []);

test('an outage of the database during an upload is reported as such, and leaves nothing', async (t) => {
  const { stand, wire } = await startBehindWire(t);
  const { push, session, client, userId } = await stand.newPusher();
  const { token } = (await session.post('/auth/tokens', { body: { name: 'away' } })).body;
  const png = noisePng(50_000);
  const call = request(`${stand.url}/push/kitchen`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-length': png.length },
  });
  call.write(png.subarray(0, 40_000));
  await until('bytes that come in', async () => (await comingIn(stand)).length > 0);
  wire.cut();
  const responded = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end(png.subarray(40_000));
  const [response] = await responded;
  const { error } = (await json(response)) as { error: { code: string; message: string } };
  t.is(`${response.statusCode} ${error.code}`, '500 internal_error');
  t.notRegex(error.message, /postgres|connect|socket/i);
  t.is((await push('/kitchen', 'While it is away')).status, 500);
  wire.restore();
  t.deepEqual((await client.get('/api/sdk/v1/contents')).body.items, []);
  t.deepEqual(await comingIn(stand), []);
  t.is(await stored(stand, userId), 0);
  t.is((await push('/kitchen', png)).status, 201, 'and it works again');
});

test('a push whose commit succeeded but whose response was lost is replayed, and keeps its bytes', async (t) => {
  const { stand, wire } = await startBehindWire(t);
  const { push, client, userId } = await stand.newPusher();
  const png = noisePng(20_000);
  const headers = { 'idempotency-key': 'lost-answer-0001' };
  await push('/kitchen', 'Warm');
  wire.loseNextCommit();
  t.is((await push('/kitchen', png, headers)).status, 500);
  const again = await push('/kitchen', png, headers);
  t.is(again.status, 201, again.text);
  const { items } = (await client.get('/api/sdk/v1/contents')).body;
  t.is(items.length, 2);
  t.true(items.some(({ id }: { id: string }) => id === again.body.content.id));
  t.is(await stored(stand, userId), 1, 'what a row names is kept, what came again is not');
  t.deepEqual(await comingIn(stand), []);
});

test('during an outage of the bucket every route that needs it is 503, and stores nothing', async (t) => {
  const stand = await startPushes({
    settings: {
      STORAGE_URL: `s3://away?endpoint=http://127.0.0.1:${await freePort()}&region=default`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
  });
  t.teardown(() => stand.close());
  const { push, client } = await stand.newPusher();
  const bytes = noisePng(2_000);
  const form = new FormData();
  form.append('text', 'Both or none');
  form.append('file', new Blob([bytes]), 'a.png');
  const created = await create(client, { mode: 'hardcode', output: {}, assets: [png(bytes.length)] });
  t.is(created.status, 201, 'a ticket is signed without the bucket');
  const id = created.body.content.id;
  const calls = {
    'a photograph': () => push('/kitchen', bytes),
    'a form': () => push('', form),
    preview: () => client.post('/api/app/v1/previews', { raw: bytes }),
    confirm: () => confirm(client, id),
  };
  for (const [what, call] of Object.entries(calls)) {
    const { status, body, text, headers } = await call();
    t.is(`${status} ${body.error?.code}`, '503 processing_unavailable', what);
    t.is(headers.get('retry-after'), '30', what);
    t.notRegex(text, /127\.0\.0\.1|away|ECONN|S3/i, what);
  }
  t.is((await push('/kitchen', 'A text needs no bucket')).status, 201);
  const { items } = (await client.get('/api/sdk/v1/contents')).body;
  t.deepEqual(items.map(({ state }: { state: string }) => state).toSorted(), ['pending', 'processing']);
});

s3Test(
  'bytes are streamed into a bucket as well; an unavailable bucket is reported, and no push is half done',
  async (t) => {
    const server = await startRadosgw();
    const { endpoint, accessKeyId, secretAccessKey } = server;
    const s3 = new S3Client({
      endpoint,
      region: 'default',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
    await s3.send(new CreateBucketCommand({ Bucket: 'pushes' }));
    const stand = await startPushes({
      settings: {
        STORAGE_URL: `s3://pushes?endpoint=${endpoint}&region=default`,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      },
    });
    t.teardown(async () => {
      await stand.close();
      await server.stop();
    });
    const { push, client, userId } = await stand.newPusher();
    const objects = async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'pushes' }));
      return Contents.filter(({ Key }) => Key?.startsWith(`users/${userId}/`)).map(({ Size }) => Size);
    };
    const png = noisePng(300_000);
    const form = new FormData();
    form.append('file', new Blob([png]), 'a.png');
    form.append('file', new Blob([noisePng(70_000)]), 'b.png');
    t.is((await push('/kitchen', form)).status, 201);
    t.deepEqual((await objects()).toSorted(), [300_000, 70_000]);
    t.is((await push('/kitchen?mode=fast', png)).status, 400);
    t.is((await objects()).length, 2);

    await server.stop();
    const { status, body, headers } = await push('/kitchen', png);
    t.is(`${status} ${body.error.code}`, '503 processing_unavailable');
    t.is(headers.get('retry-after'), '30');
    t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
  },
);
