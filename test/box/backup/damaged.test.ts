import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { type BackupStand, newestSnapshot, readManifest, startBackupStand } from './stand.ts';

const test = anyTest as TestFn<{ stand: BackupStand; repository: string }>;

test.before(async (t) => {
  const stand = await startBackupStand();
  const repository = stand.place('repository');
  t.context = { stand, repository };
  const taken = await stand.run('backup', { TO: repository });
  t.is(taken.code, 0, taken.text);
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
    const { code, text } = await stand.run('restore', { FROM: repository, ...settings });
    t.is(code, 1);
    t.regex(text, says);
    t.notRegex(text, /\n {4}at /, 'words, not a stack');
    t.false(existsSync(target));
  });
}

test('what is no repository, or that of another program, is left alone', async (t) => {
  const { stand, repository } = t.context;
  const foreign = await stand.run('backup', {
    TO: stand.app.config.DATA_DIR,
  });
  t.is(foreign.code, 1);
  t.regex(foreign.text, /holds other files/);
  const copy = await stand.copyOf(repository, 'foreign');
  await changeManifest(copy, (manifest) => Object.assign(manifest.secret, { sha256: '0'.repeat(64) }));
  const other = await stand.run('backup', { TO: copy });
  t.regex(other.text, /backups of another installation/);
  const none = await stand.run('restore', { FROM: stand.place('nothing'), DATA_DIR: stand.place('new') });
  t.regex(none.text, /There is no backup in/);
  const early = await stand.run('restore', {
    FROM: repository,
    AT: '2001-01-01',
    DATA_DIR: stand.place('new'),
  });
  t.regex(early.text, /is later than 2001-01-01/);
});
