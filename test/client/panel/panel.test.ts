import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { PNG } from 'pngjs';
import { runCommand } from '#client/panel/run-command.ts';
import { createMqttWire, type MqttWire } from '#test/gateway/model/mqtt-wire.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { canMount, smallDisk } from '#test/support/small-disk.ts';
import { until, within } from '#test/support/until.ts';
import { settingsFolder } from '../cli/command-line.ts';

const MAIN = join(import.meta.dirname, '../../../client/cli/main.ts');
const SIMULATOR = join(import.meta.dirname, '../../../gateway/simulator/main.ts');

let app: TestApp;
let wire: MqttWire;
test.before(async () => {
  wire = await createMqttWire();
  app = await startTestApp({ worker: true, gateway: true, settings: { MQTT_PUBLIC_URL: wire.url } });
  wire.target = app.config.MQTT_PORT;
});
test.after.always(async () => {
  await app?.close();
  await wire?.close();
});

/** `placard panel` with these options, in a folder of settings and of files. */
const startPanel = (t: ExecutionContext, folder: string, options: string[]) =>
  start(t, folder, [MAIN, 'panel', ...options]);

async function start(t: ExecutionContext, folder: string, command: string[]) {
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: {
      ...COMPILE_CACHE,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      XDG_CONFIG_HOME: folder,
      PLACARD_URL: app.url,
      PLACARD_TOKEN: 'plc_pat_secret',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stderr, child.stdout])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const waitFor = (pattern: RegExp, from = 0): Promise<RegExpExecArray> =>
    until(`it to say ${pattern}`, () => {
      const found = pattern.exec(output.slice(from));
      if (!found && (child.exitCode !== null || child.signalCode !== null))
        throw new Error(`It ended without saying ${pattern}: ${output}`);
      return found;
    });
  return {
    waitFor,
    output: () => output,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return (await within('it to end', ended))[0];
    },
  };
}

/** A person who has claimed the panel. */
async function claim(waitFor: (pattern: RegExp) => Promise<RegExpExecArray>) {
  const [, code = ''] = await waitFor(/placard claim (\w+)/);
  const person = await registerPerson(createClient(app), app.url);
  const displayId = await person.claim(code);
  await waitFor(/is called Hall/);
  return { person, displayId };
}

const picture = async (seed: number) =>
  encode(drawPhotograph(800, 480, seed))
    .png()
    .toBuffer();

/** Pushes a picture; returns its presentation's state once that is over, or after a minute. */
async function push({ sdk }: Person, seed: number): Promise<string> {
  const raw = await picture(seed);
  const { status, body, text } = await sdk.post('/push/hall?mode=hardcode&wait=60', { raw });
  if (status !== 201) throw new Error(text);
  return body.presentations[0].state;
}

/** Pushes a picture; returns the first reason for which the panel could not show it. */
async function pushAndFail({ app: session, sdk }: Person, displayId: string): Promise<string> {
  await sdk.post('/push/hall?mode=hardcode', { raw: await picture(1) });
  const failed = await until('a picture that could not be shown', async () => {
    const { body } = await session.get(`/api/app/v1/displays/${displayId}/log`);
    return body.items.find(({ kind }: { kind: string }) => kind === 'show_failed');
  });
  return failed.detail.error;
}

test('a computer is a panel: a command shows each frame, its exit status confirms it, and a file holds the shown frame', async (t) => {
  const folder = await settingsFolder(t);
  const show = `printenv | grep '^PLACARD_' | sort > env.txt && cp "$PLACARD_FRAME" shown.png && cp "$PLACARD_RAW" shown.raw`;
  const panel = await startPanel(t, folder, ['--exec', show, '--out', 'now.png', '--format', 'raw2']);
  const { person, displayId } = await claim(panel.waitFor);
  t.is(await push(person, 1), 'confirmed');

  const env = Object.fromEntries(
    (await readFile(join(folder, 'env.txt'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  );
  t.like(env, { PLACARD_FORMAT: 'raw2', PLACARD_WIDTH: '800', PLACARD_HEIGHT: '480' });
  t.is(env.PLACARD_TOKEN ?? '', '', 'the command is not handed the token');
  await t.throwsAsync(access(env.PLACARD_FRAME as string), undefined, 'its files are gone afterwards');
  t.is((await readFile(join(folder, 'shown.raw'))).length, (800 * 480 * 2) / 8);
  const bytes = await readFile(join(folder, 'now.png'));
  t.deepEqual(bytes, await readFile(join(folder, 'shown.png')));
  const { width, height, data } = PNG.sync.read(bytes);
  t.deepEqual([width, height], [800, 480]);
  const greys = new Set(data.filter((_, index) => index % 4 === 0));
  t.deepEqual(
    [...greys].toSorted((a, b) => a - b),
    [0, 85, 170, 255],
    'dithered, as it must look',
  );

  const left = (await readdir(folder)).filter((name) => name.startsWith('now.png'));
  t.deepEqual(left, ['now.png']);

  const from = panel.output().length;
  wire.cut();
  await panel.waitFor(/lost its connection[\s\S]*is connected/, from);
  t.is(await push(person, 4), 'confirmed', 'after a lost connection');
  t.is(await panel.stop(), 0, 'what a service manager sends is no failure');

  const again = await startPanel(t, folder, ['--out', 'now.png']);
  await again.waitFor(/is connected/);
  t.is(await push(person, 5), 'confirmed', 'the same panel after a restart, with its owner');
  const { items } = (await person.sdk.get('/api/sdk/v1/displays')).body;
  t.deepEqual(
    items.map(({ id }: { id: string }) => id),
    [displayId],
  );
  t.is(await again.stop('SIGINT'), 130);
});

test('a command that fails is reported with the last line of its standard error, and the file stays as it was', async (t) => {
  const folder = await settingsFolder(t);
  const show = `test ! -f fail || { echo 'opening the display' >&2; printf 'no \\033[2J paper\\n' >&2; exit 3; }`;
  const panel = await startPanel(t, folder, ['--exec', show, '--out', 'now.png']);
  const { person, displayId } = await claim(panel.waitFor);
  const before = await readFile(join(folder, 'now.png'));
  await writeFile(join(folder, 'fail'), '');
  t.is(await pushAndFail(person, displayId), 'no \x1b[2J paper');
  await panel.waitFor(/could not show a frame: no \\u\{1b\}\[2J paper/);
  t.deepEqual(await readFile(join(folder, 'now.png')), before);
  t.is(await panel.stop(), 0);
});

test('an unwritable file is reported as the reason, and the panel continues', async (t) => {
  const folder = await settingsFolder(t);
  const panel = await startPanel(t, folder, ['--out', 'pictures/now.png']);
  const [, code = ''] = await panel.waitFor(/placard claim (\w+)/);
  await panel.waitFor(/could not show a frame: ENOENT/);
  await mkdir(join(folder, 'pictures'));
  const person = await registerPerson(createClient(app), app.url);
  await person.claim(code);
  t.is(await push(person, 1), 'confirmed');
  t.is(await panel.stop(), 0);
});

(canMount() ? test : test.skip)(
  'a full disk is the reason that is reported, the file stays, and the next picture comes',
  async (t) => {
    const folder = await settingsFolder(t);
    const disk = smallDisk(t, '256k');
    const out = join(disk, 'now.png');
    const panel = await startPanel(t, folder, ['--out', out]);
    const { person, displayId } = await claim(panel.waitFor);
    const before = await readFile(out);
    await t.throwsAsync(writeFile(join(disk, 'filler'), Buffer.alloc(1024 * 1024)), { code: 'ENOSPC' });
    t.regex(await pushAndFail(person, displayId), /ENOSPC/);
    await panel.waitFor(/could not show a frame: ENOSPC/);
    t.deepEqual(await readFile(out), before);
    await rm(join(disk, 'filler'));
    t.deepEqual(await readdir(disk), ['now.png'], 'nothing half written is left');
    t.is(await push(person, 2), 'confirmed');
    t.notDeepEqual(await readFile(out), before);
    t.is(await panel.stop(), 0);
  },
);

test('`make panel` with --exec shows frames with the command, too', async (t) => {
  const folder = await settingsFolder(t);
  const exec = `cp "$PLACARD_FRAME" ${join(folder, 'shown.png')}; test ! -f ${join(folder, 'fail')}`;
  const options = ['--server', app.url, '--out', folder, '--no-draw', '--exec', exec];
  const panel = await start(t, folder, [SIMULATOR, ...options]);
  const [, code = ''] = await panel.waitFor(/claim\?code=(\w+)/);
  const person = await registerPerson(createClient(app), app.url);
  const displayId = await person.claim(code);
  t.is(await push(person, 3), 'confirmed');
  const { width, height } = PNG.sync.read(await readFile(join(folder, 'shown.png')));
  t.deepEqual([width, height], [800, 480]);
  await writeFile(join(folder, 'fail'), '');
  t.is(await pushAndFail(person, displayId), 'the command ended with 1');
  t.is(await panel.stop('SIGINT'), 0);
});

const FRAME = {
  format: 'raw1',
  sha256: '',
  bytes: Buffer.alloc(48_000),
} as const;
const NEVER = new AbortController().signal;
const env = { PATH: '/usr/bin:/bin' };

async function untilGone(pid: number): Promise<void> {
  await until('a process to be gone', () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}

test('a command that hangs is killed with its children, even if they ignore SIGTERM', async (t) => {
  const folder = await settingsFolder(t);
  const pids = join(folder, 'pids');
  const hang = `trap '' TERM; sh -c 'trap "" TERM; echo $$ >> ${pids}; while :; do sleep 1; done' & echo $$ >> ${pids}; wait; while :; do sleep 1; done`;
  const show = runCommand(hang, env, { run: 1_000, grace: 50 });
  await t.throwsAsync(show(FRAME, {} as never, NEVER), { message: 'the command took more than 1 s' });
  // On a slow machine they may not have come so far.
  const started = await readFile(pids, 'utf8').catch(() => '');
  for (const pid of started.split('\n').filter(Boolean)) await untilGone(Number(pid));
});

test.serial('the default time limit of a command is 120 s', async (t) => {
  const { setTimeout } = globalThis;
  t.teardown(() => Object.assign(globalThis, { setTimeout }));
  // The clock of that limit alone is put forward.
  const early = (call: () => void, ms?: number) => setTimeout(call, ms === 120_000 ? 100 : ms);
  Object.assign(globalThis, { setTimeout: early });
  const show = runCommand('sleep 300', env);
  await t.throwsAsync(show(FRAME, {} as never, NEVER), { message: 'the command took more than 120 s' });
});

test('a command without output fails with its status, and one that leaves a child running does not hang', async (t) => {
  const failure = (command: string) => t.throwsAsync(runCommand(command, env)(FRAME, {} as never, NEVER));
  t.is((await failure('exit 7'))?.message, 'the command ended with 7');
  t.is((await failure('kill -KILL $$'))?.message, 'the command was ended by SIGKILL');
  t.is((await failure("echo 'no such board' >&2; sleep 5 & exit 1"))?.message, 'no such board');
  await t.notThrowsAsync(runCommand('sleep 5 & exit 0', env)(FRAME, {} as never, NEVER));
});

test('a way to show frames and a known format are required', async (t) => {
  const folder = await settingsFolder(t);
  for (const [options, output] of [
    [[], /--exec CMD or --out FILE/],
    [['--out', 'x.png', '--format', 'gif'], /raw1, raw2, raw4, png/],
  ] as const) {
    const child = spawn(process.execPath, [MAIN, 'panel', ...options], {
      env: { ...COMPILE_CACHE, XDG_CONFIG_HOME: folder },
    });
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    const [code] = await within('it to end', once(child, 'close'));
    t.is(code, 2);
    t.regex(text, output);
  }
});
