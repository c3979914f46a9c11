import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { runPiped, testWith } from './command-line.ts';

/** What a household may call its displays, by mistake or not. */
const NAMES = ['Kitchen', 'Living Room', '$(touch pwned)', "Ada's `id`"];

/** A folder with the script of a shell, and a `placard` that knows the names of four displays. */
async function completionOf(t: ExecutionContext, shell: string): Promise<{ folder: string; script: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-completion-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const { code, stdout } = await runPiped(['completion', shell]);
  t.is(code, 0);
  await writeFile(join(folder, 'script'), stdout);
  await writeFile(join(folder, 'names'), NAMES.map((name) => `${name}\n`).join(''));
  await writeFile(join(folder, 'placard'), `#!/bin/sh\nexec cat '${folder}/names'\n`);
  await chmod(join(folder, 'placard'), 0o755);
  return { folder, script: stdout };
}

/** Runs a few lines in a shell in which the script is loaded. */
function runShell(folder: string, shell: string, args: string[], lines: string): string[] {
  const program = `PATH="${folder}:$PATH"\n${lines}`;
  const { status, stdout, stderr } = spawnSync(shell, [...args, program], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0 || stderr) throw new Error(`${shell} ended with ${status}: ${stderr}`);
  return stdout.split('\n').filter(Boolean).sort();
}

test('bash completes commands, options and names of displays, and runs none of them', async (t) => {
  const { folder } = await completionOf(t, 'bash');
  t.is(spawnSync('bash', ['-n', join(folder, 'script')]).status, 0);
  const complete = (...words: string[]) =>
    runShell(
      folder,
      'bash',
      ['--norc', '-c'],
      `source ./script
COMP_WORDS=(placard ${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')})
COMP_CWORD=${words.length}
compopt() { :; }
_placard
printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  t.deepEqual(complete('lo'), ['login', 'logout']);
  t.deepEqual(complete('push', '--ti'), ['--timeout', '--title']);
  t.deepEqual(complete('show', 'Liv'), ['Living\\ Room']);
  t.deepEqual(complete('push', '--to', 'Living\\ R'), ['Living\\ Room']);
  t.deepEqual(complete('push', '--to', 'kit'), ['Kitchen'], 'without case');
  t.deepEqual(complete('push', '--to', '$'), ['\\$\\(touch\\ pwned\\)']);
  t.is(complete('queue', '').length, NAMES.length);
  t.deepEqual(complete('completion', 'z'), ['zsh']);
  t.deepEqual(complete('push', 'sc'), ['script']);
  t.is(spawnSync('test', ['-e', join(folder, 'pwned')]).status, 1);
});

const zshTest = testWith('zsh', ['--version']);
zshTest('zsh loads the script, and completes names of displays as they are', async (t) => {
  const { folder } = await completionOf(t, 'zsh');
  const lines = `autoload -Uz compinit && compinit -D -u -d ./dump
source ./script
compadd() { print -rl -- $names }
_placard_names
print -r -- $_comps[placard]`;
  const completions = runShell(folder, 'zsh', ['-f', '-c'], lines);
  t.deepEqual(completions, [...NAMES, '_placard'].sort());
  t.is(spawnSync('test', ['-e', join(folder, 'pwned')]).status, 1);
});

const fishTest = testWith('fish', ['--version']);
fishTest('fish completes commands, options and names of displays', async (t) => {
  const { folder } = await completionOf(t, 'fish');
  const complete = (line: string) => {
    const lines = `source ./script\ncomplete -C '${line}'`.replace(/^/, `set -gx HOME ${folder}\n`);
    const { status, stdout } = spawnSync('fish', ['-N', '-c', `set -gx PATH ${folder} $PATH\n${lines}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    t.is(status, 0);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((candidate) => candidate.split('\t')[0]);
  };
  const commands = complete('placard lo');
  t.deepEqual(commands, ['login', 'logout']);
  t.deepEqual(complete('placard push --ti'), ['--timeout', '--title']);
  t.deepEqual(complete('placard show Liv'), ['Living Room']);
  t.true(complete('placard push --to ').some((name) => name?.includes('touch')));
  t.is(spawnSync('test', ['-e', join(folder, 'pwned')]).status, 1);
});
