import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { COMMANDS } from '#client/cli/commands.ts';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { registerPerson } from '#test/support/person.ts';
import { simulatedPanel } from '#test/support/simulated-panels.ts';
import { until } from '#test/support/until.ts';
import { runInTerminal, runPiped, settingsFolder, terminalTest } from './command-line.ts';

/** Starts of Node are what costs here: the commands of one wall run in few processes, on a real terminal or in pipes. */
const RUNNER = [process.execPath, join(import.meta.dirname, 'run-commands.ts')];
const PASSWORD = 'correct horse';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => app?.close());

interface Line {
  args: string[];
  env?: NodeJS.ProcessEnv;
}
interface Printed {
  code: number;
  stdout: string;
  /** In a pipe; on a terminal it stands in `stdout`. */
  stderr: string;
}

/** Each command with its words: they hold no blanks. */
const line = (words: string, env?: NodeJS.ProcessEnv): Line => ({
  args: words.split(' '),
  ...(env && { env }),
});

async function runAll(
  where: typeof runInTerminal | typeof runPiped,
  lines: Line[],
  options: { env: NodeJS.ProcessEnv; input?: string },
): Promise<Printed[]> {
  const env = { ...COMPILE_CACHE, ...options.env };
  const { stdout, stderr } = await where([JSON.stringify(lines)], { ...options, env, command: RUNNER });
  const [outs, errors] = [stdout.split('\x1e'), stderr.split('\x1e')];
  return lines.map((_, at) => ({
    stdout: outs[2 * at] ?? '',
    code: Number(outs[2 * at + 1]),
    stderr: errors[2 * at] ?? '',
  }));
}

async function newOwner(t: ExecutionContext) {
  const person = await registerPerson(createClient(app), app.url);
  const { body } = await person.app.post('/auth/tokens', { body: { name: 'cli' } });
  const env = { XDG_CONFIG_HOME: await settingsFolder(t), PLACARD_URL: app.url, PLACARD_TOKEN: body.token };
  const panel = simulatedPanel({ server: app.url, hardwareId: `hw-${newId()}` });
  await panel.connect();
  const stateOf = async (id: string) => (await person.sdk.get(`/api/sdk/v1/presentations/${id}`)).body.state;
  /** Pushes a note, which waits in the queue. */
  const queue = async (title: string): Promise<string> => {
    const { body } = await person.sdk.post(`/push/hall?title=${title}`, {
      raw: Buffer.from(`Note ${title}`),
    });
    const [id] = (await person.settled(body.content.id)).presentationIds;
    await until('a page that is queued', async () => (await stateOf(id)) === 'queued');
    return id;
  };
  return { person, env, panel, queue, stateOf };
}

const codesOf = (printed: Printed[]) => printed.map(({ code }) => code);

terminalTest('every command of the table does its work on a terminal, and in a pipe', async (t) => {
  const { person, env, panel, queue, stateOf } = await newOwner(t);
  const begun = await runAll(
    runInTerminal,
    [
      line(`claim ${await panel.claimCode()} --name Hall`),
      line('push Note --title One --to hall --wait'),
      line('settings --dwell 3600'),
    ],
    { env },
  );
  t.deepEqual(codesOf(begun), [0, 0, 0], JSON.stringify(begun));
  const [claimed, pushed, set] = begun as [Printed, Printed, Printed];
  t.regex(claimed.stdout, /^Hall is yours. Try: placard push "Hello" --to "Hall"\r\n$/);
  t.regex(pushed.stdout, /The plan was accepted[\s\S]*Hall: on the wall/);
  t.regex(
    stripVTControlCharacters(set.stdout),
    /^SETTING +VALUE\r\nquiet +none\r\ndwell +3600\r\nzone +none\r\npoll +none\r\nbutton +none\r\n$/,
  );

  const second = await queue('Two');
  const words = ['displays', 'show hall', 'queue', 'library note', 'settings hall', 'completion bash'];
  const terminal = await runAll(
    runInTerminal,
    [...words, 'next', 'queue'].map((one) => line(one)),
    { env },
  );
  await panel.confirmed(second);
  t.is(await stateOf(second), 'confirmed', 'the wall went on, long before its time');
  t.deepEqual(codesOf(terminal), Array(8).fill(0), JSON.stringify(terminal));
  const on = Object.fromEntries(
    terminal.map((one, at) => [[...words, 'next', 'empty'][at], stripVTControlCharacters(one.stdout)]),
  );
  t.true(terminal[0]?.stdout.startsWith('\x1b[2mNAME'), 'with colours');
  t.regex(on.displays ?? '', /^NAME +STATE.*\r\nHall +/);
  t.regex(on['show hall'] ?? '', /▀[\s\S]*Hall: One/);
  t.regex(on.queue ?? '', /PAGE +WAITS SINCE +ID[\s\S]*\r\n1 +Two +/);
  t.regex(on['library note'] ?? '', /PUSHED +WHAT +STATE +ID[\s\S]*Two +ready[\s\S]*One +ready/);
  t.regex(on['settings hall'] ?? '', /\r\ndwell +3600\r\n/);
  t.regex(on['completion bash'] ?? '', /complete .*placard/);
  t.is(on.next, 'Hall shows "Two" next.\r\n');
  t.is(on.empty, 'Nothing waits for Hall.\r\n');

  const third = await queue('Three');
  const piped = await runAll(
    runPiped,
    [...words, 'next'].map((one) => line(one)),
    { env },
  );
  await panel.confirmed(third);
  t.deepEqual(codesOf(piped), Array(7).fill(0), JSON.stringify(piped));
  const rows = piped.map(({ stdout }) => stdout.split('\n').map((one) => one.split('\t')));
  for (const { stdout } of piped.slice(0, 5)) {
    t.is(stripVTControlCharacters(stdout), stdout);
    t.notRegex(stdout, /\r|^(NAME|\tPAGE|PUSHED|SETTING)\b/);
  }
  t.is(rows[0]?.[0]?.[0], 'Hall');
  t.like(rows[1]?.[0], ['Hall', 'Two']);
  t.like(rows[2]?.[0], ['1', 'Three']);
  t.deepEqual(
    rows[3]?.map(([, what]) => what),
    ['Three', 'Two', 'One', undefined],
  );
  t.deepEqual(rows[4]?.[1], ['dwell', '3600']);
  t.is(piped[5]?.stdout.replaceAll('\n', '\r\n'), on['completion bash'], 'a script is the same everywhere');
  t.is(piped[6]?.stdout, 'Hall shows "Three" next.\n');

  const fourth = await queue('Four');
  const json = await runAll(
    runPiped,
    ['displays', 'show', 'queue', 'library three', 'settings', 'completion fish', 'next'].map((one) =>
      line(`${one} --json`),
    ),
    { env },
  );
  await panel.confirmed(fourth);
  t.deepEqual(codesOf(json), Array(7).fill(0), JSON.stringify(json));
  const [displays, shown, waiting, found, settings, script, next] = json.map((one) => JSON.parse(one.stdout));
  t.is(displays[0].name, 'Hall');
  t.is(shown.presentation.id, third);
  t.deepEqual(
    waiting.map(({ id }: { id: string }) => id),
    [fourth],
  );
  t.is(found[0].title, 'Three');
  t.is(settings.dwellSeconds, 3600);
  t.is(script.shell, 'fish');
  t.like(next, { changed: true, display: { pendingPresentationId: fourth } });

  const back = await runAll(runInTerminal, [line('back')], { env });
  t.deepEqual(back, [{ code: 0, stdout: 'Hall shows "Three" again.\r\n', stderr: '' }]);
  const empty = await runAll(runPiped, [line('next'), line('next --json')], { env });
  t.deepEqual(codesOf(empty), [1, 1]);
  t.is(JSON.parse(empty[1]?.stderr ?? '').error.code, 'nothing_waits');
  t.is((await person.app.get('/api/app/v1/displays')).body.items.length, 1);
});

terminalTest('watch and panel go on until Ctrl-C is pressed', async (t) => {
  const { person, env, panel } = await newOwner(t);
  const displayId = await person.claim(await panel.claimCode());
  let watching = '';
  const run = (words: string, shown: string) =>
    runInTerminal(words.split(' '), { env: { ...COMPILE_CACHE, ...env }, answers: [[shown, '\x03']] });
  const [watch, softly] = await Promise.all([
    run('watch', 'is on the wall').finally(() => {
      watching = 'over';
    }),
    run('panel', '\u2580'),
    (async () => {
      while (watching === '') {
        await person.sdk.post(`/push/${displayId}?wait=30`, { raw: Buffer.from('Buy milk') });
      }
    })(),
  ]);
  t.is(watch.code, 130, watch.stdout);
  t.regex(
    watch.stdout,
    /^Watching http\S+\. Ctrl-C ends it\.\r\n[\s\S]*\d\d:\d\d\S* +Hall: "Buy milk" is on the wall/,
  );
  t.is(softly.code, 130, softly.stdout);
  t.regex(softly.stdout, /placard claim \w{6}/);
});

terminalTest(
  'exit codes are the same on a terminal and in a pipe, where errors can be had as JSON',
  async (t) => {
    const { env } = await newOwner(t);
    const nowhere = { PLACARD_URL: 'http://127.0.0.1:1' };
    const lines = [
      line('claim AAAAAA'),
      line('pusch'),
      line('displays', nowhere),
      line('displays', { PLACARD_TOKEN: '' }),
      line('displays', { PLACARD_TOKEN: 'plc_pat_wrong' }),
      line('panel --format raw9'),
    ];
    const codes = [1, 2, 3, 4, 4, 2];
    const terminal = await runAll(runInTerminal, lines, { env });
    t.deepEqual(codesOf(terminal), codes);
    for (const { stdout } of terminal) t.regex(stdout, /^placard: \S/);
    const json = lines.map(({ args, ...rest }) => ({ args: [...args, '--json'], ...rest }));
    const piped = await runAll(runPiped, json, { env });
    t.deepEqual(codesOf(piped), codes);
    for (const { stdout, stderr } of piped) {
      t.is(stdout, '');
      t.deepEqual(typeof JSON.parse(stderr).error.code, 'string');
    }
  },
);

test('login and logout print JSON for programs', async (t) => {
  const name = newId().slice(-12);
  const body = { email: `${name}@example.org`, username: name, password: PASSWORD };
  await createClient(app).post('/auth/register', { body });
  const env = { XDG_CONFIG_HOME: await settingsFolder(t) };
  const lines = [line(`login ${app.url} --email ${name} --json`), line('logout --json')];
  const printed = await runAll(runPiped, lines, { env, input: `${PASSWORD}\n` });
  t.deepEqual(codesOf(printed), [0, 0], JSON.stringify(printed));
  for (const { stdout } of printed) t.deepEqual(JSON.parse(stdout), { url: `${app.url}/` });
});

test('the table of commands is the one that these tests go through', (t) => {
  const tried =
    'login logout push displays show queue next back claim settings library watch panel completion';
  t.deepEqual(Object.keys(COMMANDS), tried.split(' '));
});
