import { execFile, spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { newId } from '#shared/ids.ts';
import { StartError } from '#shared/process.ts';
import { runInTerminal, runPiped, terminalTest, testWith } from '#test/client/cli/command-line.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { freePort } from '#test/support/free-port.ts';
import { simulatedPanel } from '#test/support/simulated-panels.ts';
import { until } from '#test/support/until.ts';
import { openAccount } from '../../../gateway/demo/account.ts';
import { runClaimedPanel } from '../../../gateway/demo/run-claimed-panel.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CLAIM = [process.execPath, join(ROOT, 'gateway/demo/claim.ts')];
const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse 8';

/** Runs `make demo` as make does, until it says what to try next; answers the token in those lines. */
async function demonstrate(t: ExecutionContext, app: TestApp): Promise<string> {
  const { DATA_DIR, HTTP_PORT } = app.config;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../gateway/demo/main.ts')], {
    env: { ...COMPILE_CACHE, DATA_DIR, HTTP_PORT: String(HTTP_PORT) },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const token = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /curl -u :(\S+) -d 'Buy milk' \S+\/push\/demo\n/.exec(output) ?? [];
      if (found && output.includes('-T docs/images/raccoon.jpg')) resolve(found);
    });
    child.once('exit', () => reject(new Error(output)));
  });
  child.kill('SIGTERM');
  t.is(await ended, 0);
  return token;
}

test('the demonstration makes an account, a panel and a photograph, and uses them again when repeated', async (t) => {
  const app = await startTestApp({ worker: true, gateway: true });
  t.teardown(() => app.close());
  const token = await demonstrate(t, app);
  const client = createClient(app, token);
  const look = async () => {
    const { body } = await client.get('/api/sdk/v1/displays');
    return body.items.map(({ name, currentPresentationId }: Record<string, string>) => ({
      name,
      currentPresentationId,
    }));
  };
  const first = await look();
  t.is(first.length, 1);
  t.is(first[0].name, 'Demo');
  t.truthy(first[0].currentPresentationId, 'the panel confirmed it');
  t.is(await demonstrate(t, app), token);
  t.deepEqual(await look(), first);
  t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
});

test('a demonstration whose panel cannot reach its address ends with that explanation', async (t) => {
  const app = await startTestApp({ settings: { MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${await freePort()}` } });
  t.teardown(() => app.close());
  const folder = join(app.config.DATA_DIR, 'demo');
  const token = await openAccount(app.url, folder);
  const stop = new AbortController();
  const output = { print() {}, draw() {}, columns: 80, rows: 24 };
  const panel = { server: app.url, token, folder, name: 'Demo', claimMs: 1 };
  const { displayId, ended } = await runClaimedPanel(panel, output, stop.signal);
  await t.throwsAsync(displayId, { instanceOf: StartError, message: /PUBLIC_URL[\s\S]*make doctor/ });
  stop.abort();
  await ended;
});

/** The commands of the README, up to the photograph, one a line. */
async function readCommands(): Promise<string[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, section = ''] = /^## Five commands\n([\s\S]*?)^## /m.exec(readme) ?? [];
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) =>
    lines.trim().split('\n'),
  );
}

/** Runs `make claim` as make does, without a code, until it says what to try next. */
async function claimSimulated(t: ExecutionContext, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = '', ...args] = CLAIM;
  const child = spawn(program, args, { env: { ...COMPILE_CACHE, ...env } });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const take = (text: string) => {
      output += text;
      if (/-T docs.*\n/.test(output)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('exit', () => reject(new Error(output)));
  });
  return output;
}

async function shownBy(client: Client, contentId: string): Promise<void> {
  await until('a page that is confirmed', async () => {
    const { presentationIds } = (await client.get(`/api/sdk/v1/contents/${contentId}`)).body;
    const path = `/api/sdk/v1/presentations/${presentationIds[0]}`;
    return presentationIds.length > 0 && (await client.get(path)).body.state === 'confirmed';
  });
}

test('the five commands of the README make an account and show a photograph on a panel', async (t) => {
  const settings = { DISPLAY_MIN_DWELL_SECONDS: '3600' };
  const app = await startTestApp({ worker: true, gateway: true, settings });
  t.teardown(() => app.close());
  const { DATA_DIR, HTTP_PORT } = app.config;
  const env = { DATA_DIR, HTTP_PORT: String(HTTP_PORT) };
  const [clone, run, claim, ...pushes] = await readCommands();
  t.regex(clone ?? '', /^git clone /);
  t.deepEqual([run, claim, pushes.length], ['make run', 'make claim', 2]);

  // A panel on the wall, first: there is no account yet, and then there is one.
  const panel = simulatedPanel({ server: app.url, hardwareId: `hw-${newId()}` });
  await panel.connect();
  const options = {
    env: { ...COMPILE_CACHE, ...env, CODE: await panel.claimCode(), DISPLAY_NAME: 'Living Room' },
    command: CLAIM,
  };
  const made =
    terminalTest === test
      ? await runInTerminal([], {
          ...options,
          answers: [
            ['E-mail', `${EMAIL}\r`],
            ['Password', `${PASSWORD}\r`],
            ['again', `${PASSWORD}x\r`],
            ['Password', `${PASSWORD}\r`],
            ['again', `${PASSWORD}\r`],
          ],
        })
      : await runPiped([], { ...options, input: `${EMAIL}\n${PASSWORD}\n` });
  t.is(made.code, 0, made.stdout + made.stderr);
  t.regex(made.stdout, /Living Room is yours[\s\S]*-d 'Buy milk' \S+\/push\/living-room\s/);
  const file = join(DATA_DIR, 'token');
  const token = await readFile(file, 'utf8');
  t.is((await stat(file)).mode & 0o777, 0o600);
  for (const text of [made.stdout, made.stderr, token]) t.false(text.includes(PASSWORD));
  const client = createClient(app, token.trim());
  t.is((await client.get('/auth/sessions')).body.error.code, 'authentication_failed', 'no session, a token');

  // Done again, it asks nothing.
  const here = (line: string) => line.replace('data/token', file).replace(':3000', `:${HTTP_PORT}`);
  const output = await claimSimulated(t, env);
  t.is(await readFile(file, 'utf8'), token);
  for (const line of pushes)
    t.true(output.replace(/\$\(cat \S+\)/g, `$(cat ${file})`).includes(here(line)), output);
  for (const shell of ['bash', 'zsh']) {
    if (testWith(shell, ['-c', 'true']) !== test) continue;
    for (const line of pushes) {
      const { stdout } = await promisify(execFile)(shell, ['-c', here(line)], { cwd: ROOT });
      await shownBy(client, JSON.parse(stdout).content.id);
    }
  }
});

test('a claim without a box, with a wrong password or a malformed code explains what to do', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { DATA_DIR, HTTP_PORT } = app.config;
  const claim = (settings: NodeJS.ProcessEnv, password = PASSWORD) =>
    runPiped([], {
      env: { ...COMPILE_CACHE, DATA_DIR, HTTP_PORT: String(HTTP_PORT), CODE: 'KDF4T7', ...settings },
      command: CLAIM,
      input: `${EMAIL}\n${password}\n`,
    });
  const weak = await claim({}, 'short');
  t.is(weak.code, 1);
  t.regex(weak.stderr, /password/);
  const unknown = await claim({});
  t.is(unknown.code, 1);
  t.regex(unknown.stderr, /no panel|No panel/i);
  const wrong = await claim({ DATA_DIR: join(DATA_DIR, 'elsewhere') }, 'another horse 9');
  t.is(wrong.code, 1);
  t.regex(wrong.stderr, /password is wrong[\s\S]*make user-reset/);
  const away = await claim({ HTTP_PORT: '1' });
  t.is(away.code, 3);
  t.regex(away.stderr, /cannot be reached/);
});
