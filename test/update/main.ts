import { strict as assert } from 'node:assert';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { switchOffPanels } from '#test/support/running-panels.ts';

/**
 * `make test-update [FROM="state state"]`: for each earlier state of the project, does what an operator does: starts it, fills
 * it, updates it to the commit that is checked out with `make update` while it serves, starts that, and goes back by the
 * backup as docs/operations/versions.md says. Without FROM: the last two tags, else the two newest states whose database
 * was another one.
 */
const root = join(import.meta.dirname, '../..');
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const say = (line: string) => process.stdout.write(`${line}\n`);

function earlierStates(): string[] {
  const tags = git(root, 'tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n').filter(Boolean);
  if (tags.length > 1) return tags.slice(0, 2);
  const log = git(root, 'log', '--diff-filter=A', '--format=%h', '-2', '--', '*/migrations/*.ts');
  return log.split('\n').map((commit) => git(root, 'rev-parse', '--short', `${commit}^`));
}

interface Box {
  stop(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'placard-update-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [http, mqtt] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${http}`;
// Three installations of nearly the same packages: those that were downloaded once are not downloaded again.
const settings = {
  npm_config_prefer_offline: 'true',
  HTTP_PORT: String(http),
  MQTT_PORT: String(mqtt),
  PUBLIC_URL: url,
  RATE_LIMITS: 'off',
};
// biome-ignore lint/style/noProcessEnv: npm needs the settings of this machine
const environment = { ...process.env, ...settings, MAKEFLAGS: '', MAKELEVEL: '0', DATA_DIR: './data' };
const make = (clone: string, ...args: string[]) =>
  execFileSync('make', args, { cwd: clone, env: environment, encoding: 'utf8' });

/** `make run` in the clone; resolves when it is ready. */
async function start(clone: string): Promise<Box> {
  const child = spawn('make', ['run'], {
    cwd: clone,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const closed = once(child, 'close');
  const ended = closed.then(([code]) => {
    throw new Error(`make run ended with ${code}:\n${printed}`);
  });
  ended.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (/^placard ready /m.test(printed)) resolve();
      });
  });
  await Promise.race([ready, ended]);
  return {
    async stop() {
      process.kill(-(child.pid as number), 'SIGINT');
      await closed;
    },
  };
}

async function push(person: Person, displayId: string, width: number): Promise<string> {
  const picture = { bytes: await photographPng(width, 300), contentType: 'image/png' };
  const contentId = await person.push(picture, { displayId });
  assert.equal((await person.settled(contentId)).state, 'ready');
  return contentId;
}
const statusOf = async (person: Person, contentId: string) =>
  (await person.sdk.get(`/api/sdk/v1/contents/${contentId}`)).status;

async function updateAndGoBack(state: string): Promise<void> {
  const [origin, clone] = [join(folder, `${state}-origin`), join(folder, state)];
  git(folder, 'clone', '--quiet', '--no-checkout', root, origin);
  const newest = git(root, 'rev-parse', 'HEAD');
  git(origin, 'checkout', '--quiet', '-B', 'served', state);
  git(folder, 'clone', '--quiet', '--branch', 'served', origin, clone);
  say(`${state}: ${git(clone, 'log', '-1', '--format=%s')}`);
  let box = await start(clone);
  const person = await registerPerson(createClient({ url, surfaces: [] }), url);
  const { panel, displayId } = await person.panel({ reconnectMs: 500 });
  const before = await push(person, displayId, 400);

  git(origin, 'checkout', '--quiet', '-B', 'served', newest);
  const output = make(clone, 'update');
  assert.match(output, /a backup is taken, then the database gets these migrations:/);
  assert.equal(await statusOf(person, before), 200, 'it serves while the update is installed');
  await box.stop();
  box = await start(clone);
  assert.equal(await statusOf(person, before), 200, 'the content is there after the update');
  const after = await push(person, displayId, 500);
  const backups = readdirSync(join(clone, 'data/backups/snapshots'));
  assert.equal(backups.length, 1, 'one backup, before the migrations');
  await box.stop();
  say(
    `  updated to ${newest.slice(0, 7)}: ${output.split('\n').filter((line) => line.startsWith('  ')).length} migrations`,
  );

  renameSync(join(clone, 'data'), join(clone, 'data.newer'));
  git(clone, 'checkout', '--quiet', state);
  make(clone, 'restore', 'FROM=data.newer/backups');
  assert.ok(existsSync(join(clone, 'data/secret')));
  box = await start(clone);
  assert.equal(await statusOf(person, before), 200, 'the content of before, and the token');
  assert.equal(await statusOf(person, after), 404, 'the content of after the backup');
  const third = await person.settled(await push(person, displayId, 600));
  await panel.confirmed(third.presentationIds[0], { timeoutMs: 240_000 });
  await box.stop();
  switchOffPanels(url);
  say('  went back: everything of before is there, and the panel shows what is pushed');
}

const states = process.argv.slice(2);
for (const state of states.length > 0 ? states : earlierStates()) await updateAndGoBack(state);
