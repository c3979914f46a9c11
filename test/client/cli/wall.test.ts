import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { drawPhotograph, encode, photographPng } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { simulatedPanel } from '#test/support/simulated-panels.ts';
import { DEADLINE_MS, until } from '#test/support/until.ts';
import { runInTerminal, runPiped, settingsFolder, terminalTest } from './command-line.ts';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => app?.close());

async function newOwner(t: ExecutionContext) {
  const person = await registerPerson(createClient(app), app.url);
  const { body } = await person.app.post('/auth/tokens', { body: { name: 'cli' } });
  const folder = await settingsFolder(t);
  const env = { XDG_CONFIG_HOME: folder, PLACARD_URL: app.url, PLACARD_TOKEN: body.token };
  return { person, folder, env };
}

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

test('a panel is claimed, a note is pushed with --wait, and the panel shows it', async (t) => {
  const { env } = await newOwner(t);
  const panel = simulatedPanel({ server: app.url, hardwareId: `hw-${newId()}`, heartbeatMs: 500 });
  await panel.connect();
  const claimed = await runPiped(['claim', await panel.claimCode(), '--name', 'Living Room'], { env });
  const [[, displayId] = []] = rowsOf(claimed.stdout);
  t.like(claimed, { code: 0, stdout: `Living Room\t${displayId}\n` });

  const pushed = await runPiped(['push', 'Buy', 'milk', '--to', ' living-room ', '--wait'], { env });
  t.is(pushed.code, 0, pushed.stderr);
  t.regex(pushed.stderr, /The plan was accepted[\s\S]*Living Room: on the wall/);
  const [[presentationId, state, name] = []] = rowsOf(pushed.stdout);
  t.deepEqual([state, name], ['confirmed', 'Living Room']);
  t.is(panel.screen?.presentationId, presentationId);

  const [row = []] = rowsOf((await runPiped(['displays'], { env })).stdout);
  t.is(row[0], 'Living Room');
  t.is(row[1], 'online');
  t.is(row[5], '', 'it shows what it should');
  t.is(row[6], displayId);
  const found = rowsOf((await runPiped(['library', 'milk'], { env })).stdout);
  t.deepEqual(
    found.map(([, what, how]) => [what, how]),
    [['Buy milk', 'ready']],
  );
  t.like(await runPiped(['library', 'butter'], { env }), { code: 0, stdout: '' });
});

test('a push with --wait ends with 1 when the panel fails or sleeps', async (t) => {
  const { env, person } = await newOwner(t);
  const { panel, displayId } = await person.panel({ sleeps: true, faults: { fail: 'the ink is dry' } });
  const failed = await runPiped(['push', 'Hello', '--to', 'Hall', '--wait', '--timeout', '110'], { env });
  t.is(failed.code, 1);
  t.regex(failed.stderr, /Hall could not show it/);
  t.regex((await runPiped(['displays'], { env })).stdout, /could not show/);
  await panel.sendState({ online: false });
  await panel.sleep();
  const display = () => person.app.get(`/api/app/v1/displays/${displayId}`);
  await until('the panel to be asleep', async () => !(await display()).body.online);
  t.regex((await runPiped(['displays'], { env })).stdout, /\tasleep\t/);
  const asleep = await runPiped(['push', 'Good night', '--to', 'Hall', '--timeout', '2'], { env });
  t.is(asleep.code, 1);
  t.regex(asleep.stderr, /has not shown it within 2 s .asleep, last seen/);
  t.regex((await runPiped(['displays'], { env })).stdout, /asleep.*waits until it wakes/);
  const unknown = await runPiped(['push', 'Hello', '--to', 'Hell'], { env });
  t.is(unknown.code, 1);
  t.regex(unknown.stderr, /Did you mean Hall/);
});

test('files, links and standard input are recognised and pushed', async (t) => {
  const { env, folder } = await newOwner(t);
  const jpeg = await encode(drawPhotograph(300, 200)).jpeg().toBuffer();
  const photo = join(folder, 'lake.jpg');
  await writeFile(photo, jpeg);
  const bare = join(folder, 'scan');
  await writeFile(bare, jpeg);
  const assetsOf = async (args: string[], input?: string | Uint8Array) => {
    const { stdout, stderr, code } = await runPiped(['push', ...args, '--json'], { env, input });
    t.is(code, 0, stderr);
    return JSON.parse(stdout).content.assets.map((asset: Record<string, unknown>) => [
      asset.type,
      asset.text ?? asset.url ?? asset.contentType,
    ]);
  };
  t.deepEqual(await assetsOf([photo, 'At', 'the lake', 'https://example.org/a', bare]), [
    ['image', 'image/jpeg'],
    ['text', 'At the lake'],
    ['link', 'https://example.org/a'],
    ['image', 'image/jpeg'],
  ]);
  t.deepEqual(await assetsOf(['-'], jpeg), [['image', 'image/jpeg']]);
  t.deepEqual(await assetsOf([], 'Buy milk\n'), [['text', 'Buy milk\n']]);
  t.deepEqual(await assetsOf(['-'], 'https://example.org/b\n'), [['link', 'https://example.org/b']]);
  t.deepEqual(await assetsOf(['-'], 'word '.repeat(30_000)), [['file', 'text/plain']]);
  t.is((await runPiped(['push', '-'], { env, input: new Uint8Array([0xff, 0, 1]) })).code, 2);
  t.is((await runPiped(['push', '-'], { env, input: '' })).code, 2);
});

test('a photograph without a title is listed by its file name', async (t) => {
  const { env, person, folder } = await newOwner(t);
  const { panel } = await person.panel();
  t.teardown(() => panel.cutPower());
  const photo = join(folder, 'lake.jpg');
  await writeFile(photo, await encode(drawPhotograph(300, 200)).jpeg().toBuffer());
  const pushed = await runPiped(['push', photo, '--as-is', '--to', 'Hall', '--wait'], { env });
  t.is(pushed.code, 0, pushed.stderr);
  const [row = []] = rowsOf((await runPiped(['displays'], { env })).stdout);
  t.is(row[4], 'lake.jpg');
  const [shown = []] = rowsOf((await runPiped(['show', 'Hall'], { env })).stdout);
  t.is(shown[1], 'lake.jpg');
});

test('quiet hours, dwell time and time zone of a display are read, set and removed', async (t) => {
  const { env, person } = await newOwner(t);
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const settings = async (...args: string[]) => {
    const { stdout, stderr, code } = await runPiped(['settings', 'hall', ...args], { env });
    t.is(code, 0, stderr);
    return Object.fromEntries(rowsOf(stdout));
  };
  t.deepEqual(
    await settings('--quiet', '22:30-07:00', '--days', '6-1,3', '--dwell', '600', '--zone', 'Asia/Kathmandu'),
    { quiet: '22:30-07:00(1,3,6,7)', dwell: '600', zone: 'Asia/Kathmandu', poll: 'none', button: 'none' },
  );
  const { body } = await person.app.get(`/api/app/v1/displays/${displayId}/settings`);
  t.deepEqual(body.quietHours, [{ days: [1, 3, 6, 7], from: '22:30', to: '07:00' }]);
  t.like(await settings('--quiet', 'none', '--dwell', 'none'), { quiet: 'none', dwell: 'none' });
  t.like(await settings('--poll', '1200', '--button', 'back'), { poll: '1200', button: 'back' });
  t.like(await settings('--poll', 'none', '--button', 'none'), { poll: 'none', button: 'none' });
});

test('a push can be urgent and expire', async (t) => {
  const { env, person } = await newOwner(t);
  const { panel } = await person.panel();
  t.teardown(() => panel.cutPower());
  const pushed = await runPiped(
    ['push', 'Pasta is in the oven', '--to', 'Hall', '--urgent', '--expires', '3600', '--json'],
    { env },
  );
  t.is(pushed.code, 0, pushed.stderr);
  const { id } = JSON.parse(pushed.stdout).content;
  const { urgent, expiresAt, createdAt } = (await person.app.get(`/api/app/v1/contents/${id}`)).body;
  t.true(urgent);
  t.true(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - 3_600_000) < 60_000);
  const wrong = await runPiped(['push', 'Hello', '--expires', 'soon'], { env });
  t.is(wrong.code, 1);
  t.regex(wrong.stderr, /expires/);
});

terminalTest('how long a battery will last stands beside it', async (t) => {
  const { env, person } = await newOwner(t);
  // No heartbeat comes between: the panel never connects.
  const body = { hardwareId: `hw-${newId()}` };
  const { claim } = (await person.app.post('/api/device/v1/enroll', { body })).body;
  const displayId = await person.claim(claim.code);
  const { db } = app.app;
  const device = db('display.devices').where({ id: displayId });
  await device.clone().update({ battery_percent: 41, last_seen_at: new Date() });
  const { binding_id } = await device.clone().first('binding_id');
  const reading = { device_id: displayId, binding_id, period: 1, read_at: new Date(), percent: 41 };
  await db('display.battery_readings').insert(reading);
  // On a slow machine the column beside it gives a reason, and the usual width would cut both.
  const wide = { ...env, COLUMNS: '160' };
  for (const [days, expected] of [
    [10.5, '41%, 10 d'],
    [0.5, '41%, less than a day'],
  ] as const) {
    const emptyAt = new Date(Date.now() + days * 86_400_000);
    await db('display.battery_readings').where({ device_id: displayId }).update({ empty_at: emptyAt });
    const { stdout } = await runInTerminal(['displays'], { env: wide });
    t.true(stdout.includes(expected), stdout);
  }
});

test('next advances the queue, and back goes back one picture at a time', async (t) => {
  const { env, person } = await newOwner(t);
  const { panel } = await person.panel();
  t.regex((await runPiped(['next'], { env })).stderr, /^placard: Nothing waits for Hall\.\n/);
  const nothing = await runPiped(['next', '--json'], { env });
  t.like(nothing, { code: 1, stdout: '' });
  t.like(JSON.parse(nothing.stderr).error, { code: 'nothing_waits', message: 'Nothing waits for Hall.' });
  t.regex((await runPiped(['back'], { env })).stderr, /shown nothing before/);
  for (const title of ['One', 'Two', 'Three']) {
    const pushed = await runPiped(['push', `Note ${title}`, '--title', title, '--to', 'Hall', '--wait'], {
      env,
    });
    t.is(pushed.code, 0, pushed.stderr);
  }
  const shown = async () => {
    const { presentation } = JSON.parse((await runPiped(['show', '--json'], { env })).stdout);
    return presentation.title;
  };
  t.is(await shown(), 'Three');
  for (const title of ['Two', 'One']) {
    const back = await runPiped(['back', 'hall', '--json'], { env });
    t.is(back.code, 0, back.stderr);
    const { presentation } = JSON.parse(back.stdout);
    t.is(presentation.title, title);
    await panel.confirmed(presentation.id);
    t.is(await shown(), title);
  }
  await panel.sleep();
  for (const title of ['Four', 'Five'])
    await runPiped(['push', `Note ${title}`, '--title', title, '--to', 'Hall', '--timeout', '1'], { env });
  const queued = rowsOf((await runPiped(['queue'], { env })).stdout);
  t.true(queued.length >= 1);
  t.is(queued.at(-1)?.[1], 'Five');
});

terminalTest('show draws a picture in a terminal, with as many colours as it has', async (t) => {
  const { env, person } = await newOwner(t);
  const { displayId } = await person.panel();
  t.is((await runInTerminal(['show'], { env })).code, 0, 'nothing yet');
  const bytes = await photographPng(800, 480, 1);
  const pushed = join(env.XDG_CONFIG_HOME, 'photo.png');
  await writeFile(pushed, bytes);
  const push = await runPiped(['push', pushed, '--as-is', '--wait', '--title', 'The lake'], { env });
  t.is(push.code, 0, push.stderr);
  const show = async (settings: NodeJS.ProcessEnv, args: string[] = []) => {
    const { code, stdout } = await runInTerminal(['show', 'hall', ...args], { env: { ...env, ...settings } });
    t.is(code, 0, stdout.slice(-300));
    return stdout;
  };
  const full = await show({ COLORTERM: 'truecolor' });
  // 100 columns of 800x480: 60 rows of dots, two to a line.
  t.is(full.split('▀').length - 1, 3_000);
  t.true(full.startsWith('\x1b[38;2;'));
  const colours = [...full.matchAll(/[34]8;2;(\d+);(\d+);(\d+)/g)];
  t.true(
    colours.every(([, red, green, blue]) => red === green && green === blue),
    'as the panel shows it',
  );
  t.regex(full, /Hall: The lake, just now/);
  t.is((await show({})).match(/\[38;5;\d+;48;5;\d+m▀/g)?.length, 3_000);
  t.regex(await show({ NO_COLOR: '1' }), /^([▀▄█ ]{100}\r\n){30}Hall: /);
  t.true((await show({ TERM: 'xterm-kitty' })).startsWith('\x1b_Ga=T,f=100,q=2,c=100,m=1;iVBORw0KGgo'));
  t.true((await show({ TERM: 'foot' })).startsWith('\x1bPq"1;1;800;480#'));
  t.regex(await show({ TERM: 'xterm-kitty', TMUX: '/run/tmux' }), /▀/);
  const [[name, , , , url] = []] = rowsOf((await runPiped(['show', displayId], { env })).stdout);
  t.is(name, 'Hall');
  t.is((await fetch(url ?? '')).status, 200);
});

test('watch prints changes of a display as they happen', async (t) => {
  const { person, env } = await newOwner(t);
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const watching = runPiped(['watch'], { env, until: /on the wall/ });
  const pushed = await person.sdk.post(`/push/${displayId}`, { raw: 'Buy milk' });
  const [presentationId] = (await person.settled(pushed.body.content.id)).presentationIds;
  await panel.confirmed(presentationId, { timeoutMs: DEADLINE_MS });
  const { stdout } = await watching;
  t.regex(stdout, /presentation\.changed\t\S+\tHall: "Buy milk" is on the wall/);
});
