import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { addSeconds, systemClock } from '#shared/clock.ts';
import { createKeys } from '#shared/keys.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { startProcesses } from '#test/support/processes.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { until, within } from '#test/support/until.ts';

test('the sweep removes an upload whose api process was killed, and the push can be repeated', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-push-crash-'));
  const processes = await startProcesses({ DATA_DIR: folder });
  t.teardown(async () => {
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { url } = processes;
  const { app, sdk } = await registerPerson(createClient({ url, surfaces: [] }), url);
  const { token } = (await app.post('/auth/tokens', { body: { name: 'crash' } })).body;
  const png = await photographPng(800, 480, 1);
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'killed-0001' };
  const comingIn = () => readdir(join(folder, 'objects/~temporary'));

  const call = request(`${url}/push`, {
    method: 'PUT',
    headers: { ...headers, 'content-length': png.length },
  });
  const lost = once(call, 'error');
  call.write(png.subarray(0, png.length - 1));
  await until('bytes that come in', async () => (await comingIn()).length > 0);
  await processes.crash('api');
  await within('the upload to break off', lost);
  t.is((await comingIn()).length, 1, 'a process that was killed cannot tidy up');
  t.deepEqual((await sdk.get('/api/sdk/v1/contents')).body.items, []);

  // The sweep of an hour later: no upload takes that long.
  const { store } = await createObjectStore({
    config: { PUBLIC_URL: url, STORAGE_URL: `file:${join(folder, 'objects')}` },
    keys: createKeys(TEST_SECRET),
    clock: { now: () => addSeconds(systemClock.now(), 3_700) },
    onUploaded: async () => {},
  });
  await store.cleanUp();
  t.deepEqual(await comingIn(), []);
  for await (const { key } of store.list('')) t.fail(`${key} is left`);

  const again = await sdk.call('PUT', '/push', { raw: png, headers });
  t.is(again.status, 201, again.text);
  t.is((await sdk.get('/api/sdk/v1/contents')).body.items.length, 1);
});
