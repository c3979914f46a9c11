import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';

const run = promisify(execFile);

/**
 * Stands in for npm: removes what is installed where it runs and takes a moment, as `npm ci` does; fails when it is not
 * alone, or when the packages that were there are gone meanwhile.
 */
const NPM = `#!/bin/sh
mkdir ../alone || exit 1
echo "$2" >> ../runs
rm -rf node_modules && mkdir node_modules && echo new > node_modules/version && sleep 0.2
if [ "$2" = --include=dev ]; then mkdir node_modules/ava; fi
rmdir ../alone && grep -q old ../node_modules/version
`;

/** A folder with the Makefile, the scripts and an installation that is out of date; `make` runs a target of it. */
async function makeClone(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'placard-install-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await cp('Makefile', join(folder, 'Makefile'));
  await cp('.ci/install', join(folder, '.ci/install'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npm'), NPM, { mode: 0o755 });
  for (const name of ['install-packages', 'switch-packages'])
    await cp(`.ci/${name}`, join(folder, '.ci', name));
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'node_modules/version'), 'old');
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const env = { PATH: `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin` };
  return {
    folder,
    make: (target: string) => run('make', [target], { cwd: folder, env }),
    runs: () => readFile(join(folder, 'runs'), 'utf8'),
  };
}

test('simultaneous starts install the packages once, and disturb neither each other nor a running box', async (t) => {
  const { folder, make, runs } = await makeClone(t);
  await Promise.all([make('install'), make('install'), make('install')]);
  await make('install');
  t.is(await runs(), '--omit=dev\n');
  t.is(await readFile(join(folder, 'node_modules/version'), 'utf8'), 'new\n');
  t.false(existsSync(join(folder, '.install')));
});

test('a server gets no packages for development; an update keeps them where they are installed', async (t) => {
  const { folder, make, runs } = await makeClone(t);
  await make('install');
  await writeFile(join(folder, 'node_modules/version'), 'old');
  await make('development');
  await make('development');
  await make('install');
  t.is(await runs(), '--omit=dev\n--include=dev\n');
  await writeFile(join(folder, 'node_modules/version'), 'old');
  const past = new Date(0);
  await utimes(join(folder, 'node_modules/.package-lock.json'), past, past);
  await make('install');
  t.is(await runs(), '--omit=dev\n--include=dev\n--include=dev\n');
});

test('make clean removes nothing while a server runs here', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-clean-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await cp('.ci/clean', join(folder, '.ci/clean'));
  await mkdir(join(folder, 'node_modules'));
  await mkdir(join(folder, 'data/postgres/data'), { recursive: true });
  const pidFile = join(folder, 'data/postgres/data/postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n`);
  const clean = () => run(join(folder, '.ci/clean'), { cwd: folder });
  const { stderr } = (await t.throwsAsync<Error & { stderr: string }>(clean)) ?? {};
  t.regex(stderr ?? '', /Placard is running here .*stop it first/);
  t.true(existsSync(join(folder, 'node_modules')));
  await rm(pidFile);
  await clean();
  t.false(existsSync(join(folder, 'node_modules')));
  t.true(existsSync(join(folder, 'data')), 'data is kept where there is no terminal to ask');
});

test('make update lists the new migrations and installs while the box runs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-update-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const origin = join(folder, 'origin');
  await mkdir(join(origin, 'modules/a/migrations'), { recursive: true });
  await cp('.ci', join(origin, '.ci'), { recursive: true });
  await writeFile(join(origin, 'Makefile'), 'prepare:\n\t@echo prepared >> prepared\n');
  await writeFile(join(origin, '.gitignore'), 'node_modules/\n');
  for (const name of ['package.json', 'package-lock.json']) await writeFile(join(origin, name), '{}');
  const env = {
    ...{ PATH: `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin`, HOME: folder },
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  };
  const git = (cwd: string, ...args: string[]) => run('git', args, { cwd, env });
  const commit = async () => {
    await git(origin, 'add', '-A');
    await git(origin, 'commit', '-qm', 'A version');
  };
  await git(folder, 'init', '-q', '-b', 'main', 'origin');
  await commit();
  await git(folder, 'clone', '-q', 'origin', 'clone');
  const clone = join(folder, 'clone');
  await mkdir(join(clone, 'node_modules'));
  await writeFile(join(clone, 'node_modules/version'), 'old');
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npm'), NPM, { mode: 0o755 });
  const update = async () => (await run(join(clone, '.ci/update'), { cwd: clone, env })).stdout;
  t.is(await update(), 'This is the newest version.\n');

  await writeFile(join(origin, 'modules/a/migrations/20270101_0001_more.ts'), '');
  await writeFile(join(origin, 'package-lock.json'), '{ "new": true }');
  await commit();
  t.regex(
    await update(),
    /a backup is taken, then the database gets these migrations:\n {2}20270101_0001_more\n/,
  );
  t.is(await readFile(join(clone, 'node_modules/version'), 'utf8'), 'new\n');
  t.is(await readFile(join(clone, 'prepared'), 'utf8'), 'prepared\n');
  t.is(await readFile(join(clone, 'package-lock.json'), 'utf8'), '{ "new": true }');
});
