import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';

const run = promisify(execFile);

/** Stands in for npm: removes what is installed and takes a moment, as `npm ci` does; fails when it is not alone. */
const NPM = `#!/bin/sh
mkdir alone || exit 1
echo run >> runs
rm -rf node_modules && mkdir node_modules && sleep 0.2 && rmdir alone
`;

test('starts at the same time install the packages once, and none destroys what another installs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-install-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await cp('Makefile', join(folder, 'Makefile'));
  await cp('.ci/install', join(folder, '.ci/install'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npm'), NPM, { mode: 0o755 });
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const env = { PATH: `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin` };
  const install = () => run('make', ['install'], { cwd: folder, env });
  await Promise.all([install(), install(), install()]);
  await install();
  t.is(await readFile(join(folder, 'runs'), 'utf8'), 'run\n');
});
