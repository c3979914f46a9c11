import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '#test/support/free-port.ts';
import { type FlakyServer, json, refusal, startFlakyServer } from '../flaky-server.ts';
import { runInTerminal, runPiped, settingsFolder, terminalTest } from './command-line.ts';

const DISPLAY = {
  id: '0',
  name: 'Hall',
  thingName: 'placard-1',
  online: true,
  lastSeenAt: null,
  batteryPercent: null,
};
const page = (items: unknown[]) => json(200, { items, nextCursor: null, hasMore: false });

async function against(
  t: ExecutionContext,
  answers: Parameters<typeof startFlakyServer>[0],
): Promise<{ env: NodeJS.ProcessEnv; server: FlakyServer }> {
  const server = await startFlakyServer(answers);
  t.teardown(() => server.close());
  const XDG_CONFIG_HOME = await settingsFolder(t);
  return { server, env: { XDG_CONFIG_HOME, PLACARD_URL: server.url, PLACARD_TOKEN: 'plc_pat_test' } };
}

test('the version and the help are printed without a box', async (t) => {
  const { version } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../client/package.json'), 'utf8'),
  );
  t.like(await runPiped(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  t.deepEqual(JSON.parse((await runPiped(['--version', '--json'])).stdout), { version });
  const help = await runPiped(['--help']);
  t.is(help.code, 0);
  for (const name of ['login', 'push', 'completion']) t.regex(help.stdout, new RegExp(`^  ${name} `, 'm'));
  t.regex((await runPiped(['push', '--help'])).stdout, /--as-is +show one PNG or JPEG as it is/);
  t.like(await runPiped([]), { code: 2, stdout: '' });
});

const WRONG: [args: string[], expected: RegExp][] = [
  [['pusch'], /no command pusch[\s\S]*placard push/],
  [['__proto__'], /no command/],
  [['push', '--titel', 'x', 'a'], /no option --titel[\s\S]*--title/],
  [['push', '--title'], /--title needs a value/],
  [['push', '--title', '--wait', 'a'], /--title needs a value/],
  [['push', '--wait=5', 'a'], /--wait takes no value/],
  [['push', '--timeout', 'soon', 'a'], /whole seconds/],
  [['push', 'foto.jpg'], /no file foto\.jpg/],
  [['push', '/tmp'], /not a file/],
  [['settings', '--quiet', 'night'], /two times of day/],
  [['settings', '--days', '1-5'], /belongs to --quiet/],
  [['settings', '--quiet', '22:00-07:00', '--days', '0'], /from 1, Monday/],
  [['settings', '--dwell', '5m'], /whole seconds/],
  [['settings', '--poll', 'often'], /--poll takes whole seconds/],
  [['settings', '--button', 'next'], /advance, back or none/],
  [['claim'], /needs more[\s\S]*claim CODE/],
  [['displays', 'Hall'], /does not take "Hall"/],
  [['completion', 'bahs'], /Did you mean bash/],
  [['login', 'ftp://box'], /not the address of a box/],
  [['login', 'http://a:b@box'], /must not hold a name or a password/],
  [['show', '--as', 'ascii'], /blocks, kitty, sixel/],
];

for (const [args, expected] of WRONG) {
  test(`wrong usage ends with 2 and explains the right one: placard ${args.join(' ')}`, async (t) => {
    const env = { XDG_CONFIG_HOME: await settingsFolder(t), PLACARD_TOKEN: 'plc_pat_test' };
    const { code, stdout, stderr } = await runPiped(args, { env });
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, expected);
  });
}

test('an unreachable box, or another server in its place, ends with 3', async (t) => {
  const { env } = await against(t, [(_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')]);
  const nowhere = await runPiped(['displays'], {
    env: { ...env, PLACARD_URL: `http://127.0.0.1:${await freePort()}` },
  });
  t.is(nowhere.code, 3);
  t.regex(nowhere.stderr, /cannot be reached \(ECONNREFUSED\)[\s\S]*Check that the box is running/);
  const proxy = await runPiped(['displays'], { env });
  t.is(proxy.code, 3);
  t.regex(proxy.stderr, /Something other than Placard/);
});

test('a refused token ends with 4, another refusal with 1 and its fields', async (t) => {
  const refused = await against(t, [refusal(401, 'authentication_failed')]);
  t.like(await runPiped(['displays'], { env: refused.env }), { code: 4, stdout: '' });
  const fields = [{ path: 'code', message: 'must have six characters.' }];
  const wrong = await against(t, [
    json(400, {
      error: { code: 'invalid_request', message: 'That is no code.', requestId: 'r', details: { fields } },
    }),
  ]);
  const { code, stderr } = await runPiped(['claim', 'X'], { env: wrong.env });
  t.is(code, 1);
  t.is(stderr, 'placard: That is no code.\ncode: must have six characters.\n');
  const asJson = await runPiped(['claim', 'X', '--json'], { env: wrong.env });
  t.like(JSON.parse(asJson.stderr).error, { code: 'invalid_request', status: 400, details: { fields } });
});

test('control characters in outside text do not reach the terminal', async (t) => {
  const name = 'Hall\x1b]0;owned\x07\u202e\nRoom';
  const { env } = await against(t, [page([{ ...DISPLAY, name }])]);
  const plain = await runPiped(['displays', '--names'], { env });
  t.is(plain.stdout, 'Hall\\u{1b}]0;owned\\u{7}\\u{202e} Room\n');
  const asJson = await runPiped(['displays', '--json'], { env });
  t.false(/\p{Cc}(?<!\n)|\u202e/u.test(asJson.stdout));
  t.is(JSON.parse(asJson.stdout)[0].name, name);
  const unknown = await runPiped(['queue', 'Cellar\x1b[2J'], { env });
  t.is(unknown.code, 1);
  t.false(unknown.stderr.includes('\x1b'));
});

terminalTest('colours and table headers are for terminals only, and NO_COLOR disables colours', async (t) => {
  const { env } = await against(t, [page([DISPLAY])]);
  const names = ['displays', '--names'];
  t.is((await runPiped(names, { env })).stdout, 'Hall\n');
  t.is((await runInTerminal(names, { env })).stdout, '\x1b[2mNAME\x1b[0m\r\nHall\r\n');
  t.is((await runInTerminal(names, { env: { ...env, NO_COLOR: '1' } })).stdout, 'NAME\r\nHall\r\n');
});

test('a missing, unknown or ambiguous name is refused with a list of the names', async (t) => {
  const { env } = await against(t, [page([DISPLAY, { ...DISPLAY, id: '1', name: 'Living Room' }])]);
  t.like(await runPiped(['queue'], { env }), {
    code: 2,
    stderr: 'placard: There are several displays: say which.\nYou have Hall, Living Room.\n',
  });
  const near = await runPiped(['queue', 'livingrom'], { env });
  t.is(near.code, 1);
  t.regex(near.stderr, /Did you mean Living Room/);
  const twins = await against(t, [page([DISPLAY, { ...DISPLAY, id: '1', name: 'hall' }])]);
  t.regex(
    (await runPiped(['queue', 'HALL'], { env: twins.env })).stderr,
    /Several displays[\s\S]*Hall 0, hall 1/,
  );
});

test('a reader that closes the pipe ends the command without an error', async (t) => {
  const many = Array.from({ length: 20_000 }, (_, n) => ({ ...DISPLAY, name: `Display ${n}` }));
  const { env } = await against(t, [page(many)]);
  const command = ['sh', '-c', `'${process.execPath}' client/cli/main.ts displays --names | head -n 1`];
  const { stdout, stderr } = await runPiped([], { env, command });
  t.is(stdout, 'Display 0\n');
  t.is(stderr, '');
});
