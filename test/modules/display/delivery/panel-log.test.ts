import anyTest, { type TestFn } from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { until } from '#test/support/until.ts';

const test = anyTest as TestFn<TestApp>;
test.before(async (t) => {
  t.context = await startTestApp({ worker: true, gateway: true });
});
test.after.always(async (t) => t.context.close());

/** The kinds of a display's log, oldest first, once `complete` says that they are all there. */
async function logOf(person: Person, displayId: string, complete: (kinds: string[]) => boolean) {
  return until('the log to be complete', async () => {
    const { body } = await person.app.get(`/api/app/v1/displays/${displayId}/log?limit=50`);
    const kinds: string[] = body.items.map(({ kind }: { kind: string }) => kind).reverse();
    return complete(kinds) && { kinds, items: body.items };
  });
}

test('the log of a display has each step until a picture was displayed', async (t) => {
  const owner = await registerPerson(createClient(t.context), t.context.url);
  const { panel, displayId } = await owner.panel({ heartbeatMs: 30_000 });
  const picture = { bytes: await photographPng(320, 200, 1), contentType: 'image/png' };
  const content = await owner.settled(await owner.push(picture, { displayId }));
  await panel.confirmed(content.presentationIds[0]);
  await panel.sleep();
  const { kinds, items } = await logOf(owner, displayId, (seen) => seen.includes('disconnected'));
  t.deepEqual(
    kinds.filter((kind) => kind !== 'connected'),
    ['claimed', 'published', 'confirmed', 'disconnected'],
  );
  t.deepEqual(items.find(({ kind }: { kind: string }) => kind === 'confirmed').detail, {
    presentationId: content.presentationIds[0],
  });
});

test('the pages of a log have each of its entries once, the newest first', async (t) => {
  const owner = await registerPerson(createClient(t.context), t.context.url);
  const { panel, displayId } = await owner.panel({ heartbeatMs: 30_000 });
  await panel.sleep();
  const { items } = await logOf(owner, displayId, (seen) => seen.includes('disconnected'));
  const paged: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await owner.app.get(`/api/app/v1/displays/${displayId}/log?limit=1${query}`);
    paged.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor !== null && paged.length <= items.length);
  t.true(items.length > 1);
  t.deepEqual(paged, items);
});

test('the log has the reason why a panel failed, and that its picture failed', async (t) => {
  const owner = await registerPerson(createClient(t.context), t.context.url);
  const { panel, displayId } = await owner.panel({ heartbeatMs: 50 });
  await panel.command('bound');
  panel.faults.fail = 'the glass is broken';
  const picture = { bytes: await photographPng(320, 200, 2), contentType: 'image/png' };
  await owner.push(picture, { displayId });
  const { kinds, items } = await logOf(owner, displayId, (seen) => seen.includes('show_failed'));
  t.true(kinds.includes('published'));
  const { detail } = items.find(({ kind }: { kind: string }) => kind === 'show_failed');
  t.is(detail.error, 'the glass is broken');
  await panel.sleep();
});

test('only the owner reads a log, which ends with the ownership', async (t) => {
  const client = createClient(t.context);
  const owner = await registerPerson(client, t.context.url);
  const stranger = await registerPerson(client, t.context.url);
  const { panel, displayId } = await owner.panel();
  const path = `/api/app/v1/displays/${displayId}`;
  t.is((await stranger.app.get(`${path}/log`)).status, 403);
  const [first] = (await owner.app.get(`${path}/log?limit=1`)).body.items;
  t.truthy(first);
  const from = panel.events.list.length;
  await owner.app.delete(path);
  t.is(await stranger.claim(await panel.claimCode({ from })), displayId);
  const { items } = (await stranger.app.get(`${path}/log?limit=50`)).body;
  t.false(items.some(({ id }: { id: string }) => id === first.id));
  t.is(items.at(-1).kind, 'claimed');
  await panel.sleep();
});

test('no text of a panel or its owner can control the terminal of an operator', async (t) => {
  const { config, app } = t.context;
  const hostile = 'x\u001b]0;owned\u0007\u009b31m\r\nplacard-000000000000  \u202eevil\u2066';
  const enrolled = await createClient(t.context).post('/api/device/v1/enroll', {
    body: { hardwareId: 'hostile', model: hostile, firmware: hostile.slice(0, 60) },
  });
  t.is(enrolled.status, 201);
  const { thingName } = enrolled.body;
  await app.db('display.devices').where({ thing_name: thingName }).update({ nickname: hostile });
  const environment = { DATABASE_URL: config.DATABASE_URL, PANEL: thingName };
  for (const command of ['list-panels', 'show-panel-log']) {
    const { code, text } = await runOperatorCommand(`display/commands/${command}.ts`, environment);
    t.is(code, 0);
    t.notRegex(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    t.true(text.includes('\\u{1b}]0;owned\\u{7}'));
    t.false(text.split('\n').some((line) => line.startsWith('placard-000000000000')));
  }
});

test('operators see every panel, and why one is not up to date', async (t) => {
  const owner = await registerPerson(createClient(t.context), t.context.url);
  const { panel } = await owner.panel();
  await panel.command('bound');
  const name = panel.credentials?.thingName ?? '';
  const environment = { DATABASE_URL: t.context.config.DATABASE_URL, PANEL: name };
  const line = async () => {
    const { text } = await runOperatorCommand('display/commands/list-panels.ts', environment);
    return text.split('\n').find((row) => row.startsWith(name)) ?? '';
  };
  t.regex(await line(), /Hall +connected +90% +simulator 1 .*up to date$/);

  panel.faults.fail = 'no paint';
  const picture = { bytes: await photographPng(320, 200, 3), contentType: 'image/png' };
  await owner.push(picture, { displayId: (await owner.app.get('/api/app/v1/displays')).body.items[0].id });
  await panel.events.until(({ what }) => what === 'failed');
  await panel.sleep();
  t.regex(await line(), /failed to show it \d+ times, asleep or offline, not confirmed for \d+ s$/);
  const { text } = await runOperatorCommand('display/commands/show-panel-log.ts', environment);
  t.regex(text, /could not show the presentation\. .*error=no paint/);
  const unknown = { ...environment, PANEL: 'placard-nobody' };
  t.like(await runOperatorCommand('display/commands/show-panel-log.ts', unknown), { code: 1 });
});
