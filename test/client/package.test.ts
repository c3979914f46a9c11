import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { registerPerson } from '#test/support/person.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { installPackage, NODES, startProxy, trust } from './package-stand.ts';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => app?.close());

async function newOwner() {
  const person = await registerPerson(createClient(app), app.url);
  const { body } = await person.app.post('/auth/tokens', { body: { name: 'package' } });
  return { person, token: body.token as string };
}

const run = promisify(execFile);

/** What a panel says first that has no owner yet: MQTT and PNG are in the package. */
async function invitationOf(program: string, args: string[]): Promise<string> {
  const env = { PLACARD_URL: app.url, XDG_CONFIG_HOME: dirname(args.at(-1) ?? '') };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += text;
    if (output.includes('shows its claim code')) child.kill('SIGTERM');
  }
  return output;
}

/** What a program of a user does: a list, a push to the wall, the events of its analysis, a refusal. */
const PROGRAM = `
import { Placard, PlacardError } from 'placard';
const [url, token] = process.argv.slice(2);
const placard = new Placard({ url, token });
const names = [];
for await (const { name } of placard.displays.list()) names.push(name);
const { content, presentations } = await placard.push('Buy milk', { waitSeconds: 60 });
const types = [];
for await (const { type } of placard.analyses.events(content.analysisIds[0])) types.push(type);
const error = await placard.displays.get('x').catch((error) => error);
console.log(JSON.stringify({ names, states: presentations.map(({ state }) => state), last: types.at(-1),
  refused: error instanceof PlacardError && error.code, node: process.versions.node.split('.')[0] }));
`;

test('the package of a running box is installed into an empty folder, and its command runs', async (t) => {
  const folder = await installPackage(t, app.url, null);
  const { version } = JSON.parse(await readFile(join(folder, 'node_modules/placard/package.json'), 'utf8'));
  t.is(version, packageJson.version, 'the package is of the version of its box');
  const { stdout } = await run('npx', ['--no-install', 'placard', '--version'], { cwd: folder });
  t.is(stdout, `${version}\n`);
  const { dependencies, packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  t.is(dependencies, undefined);
  t.deepEqual(Object.keys(packages), ['', 'node_modules/placard'], 'it brings nothing along');
});

for (const { version, program } of NODES) {
  const nodeTest = program ? test : test.skip;
  nodeTest(`the installed client pushes to a panel from Node ${version}`, async (t) => {
    if (!program) return;
    const folder = await installPackage(t, app.url, null);
    const { person, token } = await newOwner();
    await person.panel();
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const { stdout } = await run(program, [join(folder, 'program.mjs'), app.url, token]);
    t.deepEqual(JSON.parse(stdout), {
      names: ['Hall'],
      states: ['confirmed'],
      last: 'analysis.completed',
      refused: 'invalid_request',
      node: String(version),
    });
    const placard = join(folder, 'node_modules/placard/cli/main.js');
    const listed = await run('env', [
      `PLACARD_URL=${app.url}`,
      `PLACARD_TOKEN=${token}`,
      program,
      placard,
      'displays',
    ]);
    t.regex(listed.stdout, /^Hall\tonline\t/);
    t.is(listed.stderr, '');
    t.regex(
      await invitationOf(program, [placard, 'panel', '--out', join(folder, 'wall.png')]),
      /placard claim \w/,
    );
  });
}

for (const tls of [false, true]) {
  test(`behind a proxy with a path${tls ? ' and TLS' : ''} the package installs, and its command reaches the box`, async (t) => {
    const { url, authority } = await startProxy(t, app.url, { tls });
    const folder = await installPackage(t, url, authority);
    const { person, token } = await newOwner();
    await person.panel();
    const placard = join(folder, 'node_modules/.bin/placard');
    const settings = [`PLACARD_URL=${url}`, `PLACARD_TOKEN=${token}`, `XDG_CONFIG_HOME=${folder}`];
    const pushed = await run('env', [...settings, ...trust(authority), placard, 'push', 'Hello', '--wait']);
    t.regex(pushed.stdout, /\tconfirmed\tHall\t/);
    if (!tls) return;
    const untrusted = await run('env', [...settings, placard, 'displays']).catch((error) => error);
    t.is(untrusted.code, 3);
    t.regex(untrusted.stderr, /NODE_EXTRA_CA_CERTS/);
  });
}
