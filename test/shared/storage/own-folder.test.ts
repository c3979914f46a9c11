import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { makeOwnFolder } from '#shared/storage/temporary-files.ts';
import { StorageUnavailableError } from '#shared/storage/unavailable.ts';

test('a folder in a shared directory is readable by its owner alone, and made again when it was removed', async (t) => {
  const shared = await mkdtemp(join(tmpdir(), 'placard-own-'));
  t.teardown(() => rm(shared, { recursive: true }));
  const path = join(shared, 'incoming');
  for (let time = 0; time < 2; time++) {
    t.is(await makeOwnFolder(path), path);
    t.is((await stat(path)).mode & 0o777, 0o700);
    t.is(await makeOwnFolder(path), path, 'it is there already');
    await rm(path, { recursive: true });
  }
});

test('a folder that others made or can write to is not used', async (t) => {
  const shared = await mkdtemp(join(tmpdir(), 'placard-own-'));
  t.teardown(() => rm(shared, { recursive: true }));
  const path = join(shared, 'incoming');
  const elsewhere = join(shared, 'elsewhere');
  await mkdir(elsewhere, { mode: 0o700 });
  const plants: (() => Promise<unknown>)[] = [
    () => symlink(elsewhere, path),
    () => writeFile(path, '', { mode: 0o600 }),
    async () => {
      await mkdir(path);
      await chmod(path, 0o777);
    },
  ];
  for (const plant of plants) {
    await plant();
    await t.throwsAsync(makeOwnFolder(path), { instanceOf: StorageUnavailableError });
    await rm(path, { recursive: true });
  }
});
