import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'ava';
import { putInPlace } from '../../portal/build/put-in-place.ts';

/** The files of a build: scripts named after their content, and the manifest that distinguishes builds. */
function built(version: string) {
  const names = Array.from({ length: 20 }, (_, n) => `script-${version}-${n}.js`);
  const files = new Map(
    names.flatMap((name) => [name, `${name}.br`].map((file) => [file, Buffer.from(file)])),
  );
  return {
    names,
    files,
    manifest: JSON.stringify({ files: Object.fromEntries(names.map((name) => [name, {}])) }),
  };
}

test('readers always see a complete portal while several builds run at once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-build-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const read = async () => {
    const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    for (const name of Object.keys(files))
      t.is(await readFile(join(folder, `${name}.br`), 'utf8'), `${name}.br`);
  };
  const first = built('first');
  await putInPlace(folder, first.files, first.manifest);
  const writing = ['one', 'two'].map(async (version) => {
    for (let n = 0; n < 5; n++) {
      const { files, manifest } = built(version);
      await putInPlace(folder, files, manifest);
    }
  });
  let isOver = false;
  const reading = (async () => {
    while (!isOver) await read();
  })();
  await Promise.all(writing);
  isOver = true;
  await reading;
  const drafts = (await readdir(tmpdir())).filter((name) => name.startsWith(`${basename(folder)}.new`));
  t.deepEqual(drafts, []);
});

test('the files of the previous build are kept for an api that has just read their names; older ones are removed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-build-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const version of ['first', 'second', 'third']) {
    const { files, manifest } = built(version);
    await putInPlace(folder, files, manifest);
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const name of await readdir(folder)) await utimes(join(folder, name), yesterday, yesterday);
  }
  const left = await readdir(folder);
  for (const name of ['manifest.json', ...built('second').files.keys(), ...built('third').files.keys()])
    t.true(left.includes(name), name);
  t.false(left.some((name) => name.includes('first')));
});
