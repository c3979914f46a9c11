import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { registerPerson } from '#test/support/person.ts';
import { packed, pngHeader, startTrmnl, storedFrame, test } from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

test('a panel sets itself up, is claimed with its code, and shows its welcome page, then pushed pictures', async (t) => {
  const { panel: makePanel, person, push, state, app } = t.context;
  const panel = makePanel();
  t.is(await panel.wake('power'), 60);
  t.regex(panel.flash.friendlyId ?? '', /^[A-Z0-9]{6}$/);
  t.is(panel.screen.kind, 'picture', 'the claim page is there within the wake of the setup');
  const displayId = await person.claim(panel.flash.friendlyId ?? '');
  t.is(await panel.wake(), 900);
  t.is(panel.downloads, 2);

  const presentation = await push(displayId, 3);
  t.is(await state(presentation), 'queued');
  await panel.wake();
  t.is(await state(presentation), 'published');
  const { screen, lastResponse: lastAnswer } = panel;
  if (screen.kind !== 'picture') return t.fail(screen.kind);
  t.deepEqual(pngHeader(screen.bytes), { width: 800, height: 480, bits: 1, colorType: 0, interlace: 0 });
  t.true(packed(screen.bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
  t.is(lastAnswer?.filename.length, 30);
  t.regex(lastAnswer?.filename ?? '', /^placard-frame[a-z0-9]{7}\d{10}$/);
  t.true((lastAnswer?.image_url.length ?? 9999) < 1024);

  await panel.wake();
  t.is(await state(presentation), 'confirmed');
  t.is(panel.downloads, 3, 'a name in flash is not downloaded again');
  const { body } = await person.app.get(`/api/app/v1/displays/${displayId}`);
  t.like(body.display ?? body, { currentPresentationId: presentation, batteryPercent: 88, online: true });
  t.is(app.config.DISPLAY_MIN_DWELL_SECONDS, 0);
});

test.serial('the name of a picture ends in the time at which its pixels were drawn first', async (t) => {
  const { claimed, push, app } = t.context;
  const begun = Math.floor(Date.now() / 1000);
  const pictureName = async (version: string, seed: number) => {
    const { panel, displayId } = await claimed({ version });
    await push(displayId, seed);
    await panel.wake();
    return panel.lastResponse?.filename ?? '';
  };
  const epochOf = (name: string) => Number(name.slice(-10));
  const name = await pictureName('1.8.15', 4);
  t.true(epochOf(name) >= begun && epochOf(name) <= Date.now() / 1000, name);
  await app.app.db('display.frames').update({ created_at: '2026-03-01T00:00:00Z' });
  const other = await pictureName('1.8.15', 5);
  t.true(epochOf(other) >= begun, 'other bytes have another one');
  t.not(other.slice(0, 20), name.slice(0, 20));
  const again = await pictureName('1.8.2', 4);
  t.is(again.slice(0, 20), name.slice(0, 20));
  t.is(epochOf(again), Date.parse('2026-03-01T00:00:00Z') / 1000);
  t.is(await pictureName('1.7.0', 4), again, 'any panel, any time');
  const backdated = await pictureName('1.7.8', 4);
  t.is(backdated.slice(0, 20), name.slice(0, 20));
  t.is(epochOf(backdated), Date.parse('2025-03-01T00:00:00Z') / 1000, 'it would keep all pictures of a day');
});

test.serial(
  'the time in a name reveals nothing of what others pushed, and is removed with the picture',
  async (t) => {
    const { claimed, push, app, client, person } = t.context;
    const begun = Math.floor(Date.now() / 1000);
    const stranger = await registerPerson(client, app.url);
    const pictureName = async (owner: typeof person) => {
      const { panel, displayId } = await claimed({}, owner);
      const presentation = await push(displayId, 6, owner);
      await panel.wake();
      return { name: panel.lastResponse?.filename ?? '', presentation };
    };
    const first = await pictureName(person);
    await app.app.db('display.frames').update({ created_at: '2026-03-01T00:00:00Z' });
    const foreign = await pictureName(stranger);
    t.is(foreign.name.slice(0, 20), first.name.slice(0, 20), 'the same bytes');
    t.true(Number(foreign.name.slice(-10)) >= begun, foreign.name);

    const { body } = await person.sdk.get(`/api/sdk/v1/presentations/${first.presentation}`);
    const [contentId] = (body.presentation ?? body).contentIds;
    t.is((await person.app.delete(`/api/app/v1/contents/${contentId}`)).status, 200);
    const again = await pictureName(person);
    t.is(again.name.slice(0, 20), first.name.slice(0, 20));
    t.true(Number(again.name.slice(-10)) >= begun, again.name);
  },
);

test('a panel is asleep between two requests, with or without a picture waiting for it', async (t) => {
  const { claimed, push, person } = t.context;
  const { panel, displayId } = await claimed();
  const wall = async () => (await person.app.get(`/api/app/v1/walls/${displayId}`)).body;
  const { display, status } = await wall();
  t.like(status, { state: 'up_to_date', asleep: true, nextLook: { reason: 'interval' } });
  t.like(display, { online: true, pollSeconds: null }, 'it is not missed');
  const presentation = await push(displayId, 9);
  const waiting = await wall();
  t.like(waiting.status, { state: 'asleep', asleep: true, expectedAt: status.nextLook.at });
  t.is(waiting.next.id, presentation);
  await panel.wake();
  t.like((await wall()).status, { state: 'delivering', asleep: true });
});

test('the stored copy of a picture is removed with its account, even if its panel never asks again', async (t) => {
  const { claimed, push, app, client } = t.context;
  const leaver = await registerPerson(client, app.url);
  const { panel, displayId } = await claimed({}, leaver);
  await push(displayId, 11, leaver);
  await panel.wake();
  const kept = join(app.config.DATA_DIR, 'polling-panels', `${displayId}.picture`);
  const { display } = app.app;
  await display.cleanUp();
  t.true(existsSync(kept), 'for the time when the database is away');
  const deletion = { confirm: true, password: 'correct horse' };
  t.true((await leaver.app.delete('/auth/account', { body: deletion })).status < 300);
  await display.cleanUp();
  t.false(existsSync(kept));
  await panel.wake();
  await display.cleanUp();
  t.true(existsSync(kept), 'its claim page is kept');
});
