import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { LATE, PLANTED, SUCCEEDING } from './reused-processes/planted-files.ts';

const root = join(import.meta.dirname, '../..');
const OWN = join(root, 'node_modules/ava/entrypoints/cli.js');
const SHARED = join(import.meta.dirname, 'reused-processes/cli.ts');
const CONFIG = `export default { files: ['test/**/*.test.ts'], extensions: ['ts'], workerThreads: false };`;

/** A project of its own with these test files. */
async function project(t: ExecutionContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-planted-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'ava.config.js'), CONFIG);
  for (const [name, source] of Object.entries(files)) {
    const path = join(folder, 'test', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, source);
  }
  return folder;
}

/** Runs ava on these files, one after the other, with each in its `OWN` process or with `SHARED` processes. */
async function run(folder: string, program: string, options: string[] = []) {
  const args = [program, '--serial', ...options];
  const env = { CI: 'true', NO_COLOR: '1', TERM: 'dumb' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const outcomes = output
    .split('\n')
    .filter((line) => /✔|✘|\[skip\]|\[todo\]|^ *(Uncaught|Unhandled) |^ *\d+ /.test(line))
    // Removes times and excerpts of sources from the output.
    .map((line) => line.replace(/ \([\d.m]+s\)$/, ''))
    .filter((line) => !/^ *\d+: /.test(line));
  return { code, output, outcomes };
}

test('results of files that share processes are reported as if each had its own', async (t) => {
  const folder = await project(t, PLANTED);
  const [each, shared] = await Promise.all([run(folder, OWN), run(folder, SHARED)]);
  t.is(shared.code, 1);
  t.is(each.code, 1);
  t.deepEqual(shared.outcomes, each.outcomes);
  const counts = shared.outcomes.map((line) => line.trim());
  for (const line of ['4 tests failed', '2 hooks failed', '1 unhandled rejection', '2 uncaught exceptions'])
    t.true(counts.includes(line), shared.output);
});

test('tests are selected by title, and by line', async (t) => {
  const folder = await project(t, PLANTED);
  for (const selection of [['--match=*own hooks*'], ['test/modules/outcomes.test.ts:3']]) {
    const { outcomes, output } = await run(folder, SHARED, selection);
    t.true(
      outcomes.some((line) => line.trim() === '1 test passed'),
      output,
    );
  }
});

test('files follow one another in a process, apart from those that need their own', async (t) => {
  const folder = await project(t, SUCCEEDING);
  const { code, output } = await run(folder, SHARED);
  t.is(code, 0);
  const processes = output.match(/(?<=process )\d+/g) ?? [];
  t.is(processes.length, 4);
  t.is(new Set(processes).size, 2);
});

test('a promise that is rejected after the tests of a file is reported for that file, not for the next', async (t) => {
  const folder = await project(t, { ...LATE, ...SUCCEEDING });
  const { code, outcomes, output } = await run(folder, SHARED);
  t.is(code, 1);
  const failures = outcomes.filter((line) => line.includes('✘') || line.includes('Unhandled'));
  t.true(failures.length > 0 && failures.every((line) => line.includes('late.test.ts')), output);
  t.is(outcomes.filter((line) => line.includes('✔')).length, 5, output);
});

test('a file without tests is a failure', async (t) => {
  const folder = await project(t, { ...SUCCEEDING, 'modules/empty.test.ts': `import 'ava';` });
  const { code } = await run(folder, SHARED);
  t.is(code, 1);
});
