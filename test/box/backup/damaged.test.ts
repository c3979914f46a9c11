import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { StartError } from '#shared/process.ts';
import { canMount, resizeDisk, smallDisk } from '#test/support/small-disk.ts';
import { checkSnapshot } from '../../../box/backup/check-snapshot.ts';
import { chooseSnapshot, openRepository } from '../../../box/backup/repository.ts';
import { type BackupStand, newestSnapshot, readManifest, silent, startBackupStand } from './stand.ts';

const test = anyTest as TestFn<{ stand: BackupStand; repository: string }>;
/** Backups take turns: two at once are refused. */
const onSmallDisk = canMount() ? test.serial : test.serial.skip;

test.before(async (t) => {
  const stand = await startBackupStand();
  const repository = stand.place('repository');
  t.context = { stand, repository };
  await stand.take(repository);
});
test.after.always((t) => t.context.stand?.close());

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  await writeFile(path, bytes);
}

async function changeManifest(repository: string, change: (manifest: any) => void): Promise<void> {
  const manifest = await readManifest(repository);
  change(manifest);
  await writeFile(join(await newestSnapshot(repository), 'manifest.json'), JSON.stringify(manifest));
}

const oneObject = async (repository: string) =>
  join(repository, 'objects', (await readdir(join(repository, 'objects')))[0] as string);
const usersTable = async (repository: string) =>
  join(await newestSnapshot(repository), 'tables/identity.users.copy.gz');

const damages: Record<string, { damage(repository: string): Promise<void>; says: RegExp; secret?: string }> =
  {
    'an object with another bit': {
      damage: async (r) => flipByte(await oneObject(r)),
      says: /objects\/\w+ is damaged/,
    },
    'an object that is gone': {
      damage: async (r) => rm(await oneObject(r)),
      says: /objects\/\w+ is missing/,
    },
    'an object cut short': {
      damage: async (r) => truncate(await oneObject(r), 1),
      says: /has 1 bytes instead of/,
    },
    'a table with another bit': {
      damage: async (r) => flipByte(await usersTable(r)),
      says: /identity\.users\.copy\.gz is damaged/,
    },
    'a table that is gone': {
      damage: async (r) => rm(await usersTable(r)),
      says: /identity\.users\.copy\.gz is missing/,
    },
    'a manifest cut short': {
      damage: async (r) => truncate(join(await newestSnapshot(r), 'manifest.json'), 200),
      says: /manifest\.json is damaged/,
    },
    'a manifest that is gone': {
      damage: async (r) => rm(join(await newestSnapshot(r), 'manifest.json')),
      says: /not complete/,
    },
    'another secret': {
      damage: async (r) => writeFile(join(await newestSnapshot(r), 'secret'), 'x'),
      says: /secret is damaged/,
    },
    'a newer version': {
      damage: (r) => changeManifest(r, (manifest) => manifest.migrations.push('20990101_0001_future.ts')),
      says: /taken by a newer Placard .*20990101_0001_future\.ts.*update this one first/,
    },
    'a newer format': {
      damage: (r) => changeManifest(r, (manifest) => Object.assign(manifest, { format: 2 })),
      says: /made by a newer Placard/,
    },
    'the secret of another installation, which the settings name': {
      damage: async () => {},
      secret: 'the secret of another installation, 40 letters',
      says: /PLACARD_SECRET is not the secret of this backup/,
    },
  };

let copies = 0;
for (const [what, { damage, says, secret }] of Object.entries(damages)) {
  test(`refused before anything is written: ${what}`, async (t) => {
    const { stand } = t.context;
    const repository = await stand.copyOf(t.context.repository, `copy-${++copies}`);
    await damage(repository);
    const target = `${repository}-target`;
    const settings = { DATA_DIR: target, ...(secret && { PLACARD_SECRET: secret }) };
    await t.throwsAsync(stand.restore(repository, settings), { instanceOf: StartError, message: says });
    t.false(existsSync(target));
  });
}

test('refused before anything is written: a place, a database or a store that is not empty', async (t) => {
  const { stand, repository } = t.context;
  const { DATABASE_URL, STORAGE_URL, DATA_DIR } = stand.app.config;
  const target = stand.place('not-empty');
  const places: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR }, /is not empty: a backup is only restored into an empty folder/],
    [{ DATA_DIR: target, DATABASE_URL }, /The database is not empty \(it has the table /],
    [{ DATA_DIR: target, STORAGE_URL }, /The store is not empty \(it has (users|devices)\//],
  ];
  for (const [place, message] of places)
    await t.throwsAsync(stand.restore(repository, place), { instanceOf: StartError, message });
  t.false(existsSync(target));
});

test.serial("a folder that is not a repository, or is another program's, is not changed", async (t) => {
  const { stand, repository } = t.context;
  await t.throwsAsync(stand.take(stand.app.config.DATA_DIR), { message: /holds other files/ });
  const copy = await stand.copyOf(repository, 'foreign');
  await changeManifest(copy, (manifest) => Object.assign(manifest.secret, { sha256: '0'.repeat(64) }));
  await t.throwsAsync(stand.take(copy), { message: /backups of another installation/ });
  const DATA_DIR = stand.place('new');
  await t.throwsAsync(stand.restore(stand.place('nothing'), { DATA_DIR }), {
    message: /There is no backup in/,
  });
  await t.throwsAsync(stand.restore(repository, { DATA_DIR, AT: '2001-01-01' }), {
    message: /is later than 2001-01-01/,
  });
  const { code, text } = await stand.run('restore', { FROM: stand.place('nothing'), DATA_DIR });
  t.is(code, 1);
  t.regex(text, /^There is no backup in [^\n]+\n$/, 'words, not a stack');
});

test.serial('a lost or damaged object is reported, and everything else is saved', async (t) => {
  const { stand } = t.context;
  const damaged = stand.place('damaged-bytes');
  await writeFile(damaged, 'x');
  let chosen = '';
  const { manifest } = await stand.take(stand.place('without-one'), (store) => ({
    localPath(key) {
      if (key.startsWith('users/') && key.length > 64) chosen ||= key;
      return key === chosen ? damaged : store.localPath(key);
    },
  }));
  t.deepEqual(manifest.missing, [chosen]);
  t.true(manifest.objects.count > 0);
});

/** What a fault must leave: the repository as it was. */
async function checkNewest(folder: string): Promise<void> {
  const repository = openRepository(folder);
  await checkSnapshot(repository, await chooseSnapshot(repository, undefined), silent);
}

test.serial(
  'losing the database while objects are copied ends the backup in one sentence and changes nothing',
  async (t) => {
    const { stand } = t.context;
    const repository = await stand.copyOf(t.context.repository, 'vanished');
    const before = await readdir(join(repository, 'snapshots'));
    await rm(join(repository, 'objects'), { recursive: true });
    const taken = stand.take(repository, (store) => ({
      localPath: () => null,
      async stream(key, range) {
        await stand.app.app.db.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'placard-backup' and datname = current_database()`,
        );
        return store.stream(key, range);
      },
    }));
    await t.throwsAsync(taken, {
      instanceOf: StartError,
      message: /^The database of DATABASE_URL cannot be/,
    });
    t.deepEqual(await readdir(join(repository, 'snapshots')), before);
    await stand.take(repository);
    await t.notThrowsAsync(checkNewest(repository));
  },
);

onSmallDisk(
  'a full disk ends a backup in one sentence while rows are read, more than streams hold',
  async (t) => {
    const { stand } = t.context;
    const { db } = stand.app.app;
    const folder = smallDisk(t, '100k');
    await db.raw('create schema much');
    await db.raw('create table much.rows as select gen_random_uuid() as id from generate_series(1, 60000)');
    try {
      const { code, text } = await stand.run('backup', { TO: folder });
      t.is(code, 1);
      t.regex(text, /^The disk is full: make room and start again/);
      t.deepEqual(await readdir(join(folder, 'snapshots')), []);
    } finally {
      await db.raw('drop schema much cascade');
    }
  },
);

onSmallDisk(
  'a full disk ends a backup in one sentence; with room it goes on, and what it leaves is whole',
  async (t) => {
    const { stand } = t.context;
    const folder = smallDisk(t, '100k');
    const full = await stand.run('backup', { TO: folder });
    t.is(full.code, 1);
    t.regex(full.text, /^(new objects \d+\n)?The disk is full: make room and start again/);
    t.deepEqual(await readdir(join(folder, 'snapshots')), []);
    resizeDisk(folder, '100m');
    await stand.take(folder);
    await t.notThrowsAsync(checkNewest(folder));
  },
);

for (const command of ['restore', 'verify'] as const)
  onSmallDisk(`a full disk ends \`${command}\` in one sentence, and the repository is whole`, async (t) => {
    const { stand, repository } = t.context;
    const disk = smallDisk(t, '2m');
    const settings: Record<string, string> = {
      restore: { DATA_DIR: join(disk, 'data') },
      verify: { TMPDIR: disk, DATA_DIR: stand.place('unverified') },
    }[command];
    const full = await stand.run(command, { FROM: repository, ...settings });
    t.is(full.code, 1);
    t.regex(full.text, /disk is full/);
    t.notRegex(full.text, /\n {4}at /, 'words, not a stack');
    t.false(existsSync(stand.place('unverified')));
    await t.notThrowsAsync(checkNewest(repository));
  });
