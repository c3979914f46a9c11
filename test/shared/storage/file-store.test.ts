import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { addSeconds, systemClock } from '#shared/clock.ts';
import { createKeys, sha256 } from '#shared/keys.ts';
import { StartError } from '#shared/process.ts';
import { reportDiskFull } from '#shared/storage/durable-file.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { StorageFullError } from '#shared/storage-full.ts';
import { type EmbeddedStore, startEmbeddedStore } from './embedded-store.ts';
import { testObjectStore } from './store-contract.ts';

let stand: EmbeddedStore;
test.before(async () => {
  stand = await startEmbeddedStore(systemClock);
});
test.after.always(() => stand.close());

testObjectStore(test, () => stand.store);

test('other threads can read an object from its path', async (t) => {
  const key = `users/local/frames/${sha256('local')}`;
  await stand.store.put(key, Buffer.from('local'), 'image/png');
  t.is(await readFile(stand.store.localPath(key) as string, 'utf8'), 'local');
});

test('writing and removing at once never fails', async (t) => {
  const keys = Array.from({ length: 40 }, (_, i) => `users/busy/frames/p/${i % 4}/${sha256(String(i))}`);
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      keys.map(async (key, i) => {
        await stand.store.put(key, Buffer.from(String(i)), 'image/png');
        await stand.store.remove([key]);
      }),
    );
  }
  t.false((await stand.files()).some((path) => path.includes('/busy/')));
});

test('half-written files of killed processes are removed, those in use stay', async (t) => {
  const folder = join(stand.folder, '~temporary');
  await writeFile(join(folder, 'old'), 'x');
  await writeFile(join(folder, 'young'), 'x');
  const past = addSeconds(systemClock.now(), -7200);
  await utimes(join(folder, 'old'), past, past);
  await stand.store.cleanUp();
  const left = await readdir(folder);
  t.true(left.includes('young'));
  t.false(left.includes('old'));
});

test('a full disk, a used-up quota and a read-only disk are one error; other errors are unchanged', async (t) => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS']) {
    const error = await t.throwsAsync(
      reportDiskFull(() => Promise.reject(Object.assign(new Error('no'), { code }))),
      { instanceOf: StorageFullError },
    );
    t.is((error as StorageFullError).status, 503);
    t.is((error as StorageFullError).code, 'processing_unavailable');
  }
  await t.throwsAsync(
    reportDiskFull(() => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' }))),
    {
      code: 'EIO',
    },
  );
});

test('an unusable folder is reported with its setting, even where Node would never return', async (t) => {
  const config = { PUBLIC_URL: 'http://127.0.0.1', STORAGE_URL: 'file:/proc/placard/objects' };
  const opened = createObjectStore({
    config: config as never,
    keys: createKeys('a secret of thirty-two characters'),
    clock: systemClock,
    onUploaded: async () => {},
  });
  await t.throwsAsync(opened, { instanceOf: StartError, message: /\/proc\/placard\/objects.*STORAGE_URL/ });
});
