import { packed, pngHeader, startTrmnl, storedFrame, test } from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

test('a panel sets itself up, is claimed by its code, shows its welcome page, then what is pushed', async (t) => {
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
  const { screen, told } = panel;
  if (screen.kind !== 'picture') return t.fail(screen.kind);
  t.deepEqual(pngHeader(screen.bytes), { width: 800, height: 480, bits: 1, colorType: 0, interlace: 0 });
  t.true(packed(screen.bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
  t.is(told?.filename.length, 30);
  t.regex(told?.filename ?? '', /^placard-frame[a-z0-9]{7}\d{10}$/);
  t.true((told?.image_url.length ?? 9999) < 1024);

  await panel.wake();
  t.is(await state(presentation), 'confirmed');
  t.is(panel.downloads, 3, 'a name in flash is not downloaded again');
  const { body } = await person.app.get(`/api/app/v1/displays/${displayId}`);
  t.like(body.display ?? body, { currentPresentationId: presentation, batteryPercent: 88, online: true });
  t.is(app.config.DISPLAY_MIN_DWELL_SECONDS, 0);
});
