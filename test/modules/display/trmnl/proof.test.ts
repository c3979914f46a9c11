import { connect } from 'node:net';
import { PowerCutError } from '#gateway/simulator/trmnl/request.ts';
import type { TrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { addSeconds } from '#shared/clock.ts';
import { until } from '#test/support/until.ts';
import { startTrmnl, type TrmnlStand, test } from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

const nameOf = ({ screen }: TrmnlPanel) => (screen.kind === 'picture' ? screen.name : screen.kind);

/** As if the server had died before it wrote down that the panel has taken all of its picture. */
async function loseReceipt({ app }: TrmnlStand, displayId: string): Promise<void> {
  const row = () => app.app.db('display.polls').where({ device_id: displayId });
  await until('the receipt', async () => row().whereRaw('sent_picture = picture').first('sent_at'));
  await row().update({ sent_picture: null, sent_at: null });
}

test('a download that breaks off confirms nothing, at whatever byte', async (t) => {
  const { claimed, push, state } = t.context;
  let cutAfter: number | undefined;
  const { panel, displayId } = await claimed({ cutDownloadAfter: () => cutAfter });
  cutAfter = 1_000;
  const presentation = await push(displayId, 31);
  await t.throwsAsync(panel.wake(), { instanceOf: PowerCutError });
  await t.throwsAsync(panel.wake('power'), { instanceOf: PowerCutError });
  t.is(await state(presentation), 'published');
  cutAfter = undefined;
  await panel.wake('power');
  t.is(await state(presentation), 'published', 'only what the panel says next confirms');
  await panel.wake();
  t.is(await state(presentation), 'confirmed');
  t.is(panel.errorsPainted, 0);
});

test('a panel that never fetches its picture confirms nothing', async (t) => {
  const { claimed, push, state, app } = t.context;
  const { panel, displayId } = await claimed();
  const presentation = await push(displayId, 32);
  const headers = {
    ID: panel.options.id,
    'Access-Token': panel.flash.apiKey as string,
    'FW-Version': '1.8.15',
  };
  const names = new Set<string>();
  for (const cached of ['false', 'true', 'true', 'false']) {
    const response = await fetch(`${app.url}/api/display`, {
      headers: { ...headers, 'Image-Cached': cached },
    });
    names.add(((await response.json()) as { filename: string }).filename);
  }
  t.is(names.size, 1);
  t.is(await state(presentation), 'published');
});

test('a client that closes the connection before it has read everything confirms nothing', async (t) => {
  const { claimed, push, state, app } = t.context;
  const { panel, displayId } = await claimed();
  const presentation = await push(displayId, 33);
  const headers = {
    ID: panel.options.id,
    'Access-Token': panel.flash.apiKey as string,
    'FW-Version': '1.8.15',
  };
  const display = async () =>
    (await (await fetch(`${app.url}/api/display`, { headers })).json()) as { image_url: string };
  const url = new URL((await display()).image_url);
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  socket.read(100);
  socket.resetAndDestroy();
  await display();
  await display();
  t.is(await state(presentation), 'published');
});

test('unchanged bytes are not downloaded again, and confirm on firmware that does not report what it drew', async (t) => {
  for (const version of ['1.6.5', '1.7.8', '1.8.15']) {
    const { claimed, push, state } = t.context;
    const { panel, displayId } = await claimed({ version });
    const first = await push(displayId, 34);
    await panel.wake();
    await panel.wake();
    t.is(await state(first), 'confirmed');
    const { downloads } = panel;
    const name = panel.lastResponse?.filename;
    const second = await push(displayId, 34);
    await panel.wake();
    t.is(panel.lastResponse?.filename, name, 'the same bytes have the same name');
    await panel.wake();
    t.is(await state(second), 'confirmed', version);
    t.is(panel.downloads, downloads);
  }
});

test('an error that a panel drew during an outage is replaced when the server is back', async (t) => {
  const { claimed, push, app } = t.context;
  for (const version of ['1.5.12', '1.7.7', '1.7.8', '1.8.15']) {
    let isAway = false;
    const { panel, displayId } = await claimed({
      version,
      beforeStep() {
        if (isAway) throw new Error('unable to connect');
      },
    });
    await push(displayId, 38);
    await panel.wake();
    await panel.wake();
    const { screen } = panel;
    isAway = true;
    for (let wakes = 0; wakes < 4; wakes++) await panel.wake();
    t.is(panel.screen.kind, 'error', version);
    // What those four wakes take: the usual interval, the pauses between them, and 900 s after the last.
    const polls = app.app.db('display.polls').where({ device_id: displayId });
    await polls.update({ told_at: app.app.db.raw("told_at - (told_seconds + 1005) * interval '1 second'") });
    isAway = false;
    await panel.wake();
    t.like(panel.screen, { kind: 'picture', bytes: (screen as { bytes: Buffer }).bytes }, version);
    const { downloads } = panel;
    await panel.wake();
    t.is(panel.downloads, downloads, `${version}, once`);
  }
});

test('a picture that the panel cannot draw fails after three tries, and the next one follows', async (t) => {
  const { claimed, push, state, person } = t.context;
  let failure: string | undefined;
  const { panel, displayId } = await claimed({ failDrawing: () => failure });
  failure = 'could not decode png image';
  const broken = await push(displayId, 35);
  const next = await push(displayId, 36);
  for (let wakes = 0; wakes < 4; wakes++) {
    t.not(await state(broken), 'confirmed');
    await panel.wake();
    if (wakes === 0) await panel.log(['error parsing image file - could not decode png image']);
  }
  t.is(await state(broken), 'failed');
  failure = undefined;
  await panel.wake();
  await panel.wake();
  t.is(await state(next), 'confirmed');
  const { body } = await person.app.get(`/api/app/v1/displays/${displayId}/log?limit=50`);
  const kinds = body.items.map(({ kind }: { kind: string }) => kind);
  t.is(kinds.filter((kind: string) => kind === 'show_failed').length, 3);
});

test('three logs about failed drawing fail a picture, too, and logs about the transfer do not', async (t) => {
  const { claimed, push, state } = t.context;
  const { panel, displayId } = await claimed({ version: '1.5.12' });
  const presentation = await push(displayId, 37);
  for (let wakes = 0; wakes < 4; wakes++) {
    await panel.wake();
    await panel.log(['Receiving failed; incomplete download (timed out): 100/9000 bytes, RSSI -80']);
    if (wakes === 0) t.is(await state(presentation), 'published');
  }
  t.is(await state(presentation), 'confirmed');
  const other = await push(displayId, 38);
  for (let wakes = 0; wakes < 3; wakes++) {
    Object.assign(panel.flash, { lastName: '' });
    await panel.wake();
    await panel.log(['error parsing image file - IMAGE width, height or size are invalid']);
  }
  t.is(await state(other), 'failed');
});

/** Makes the shown picture of a display have been there for so long. */
const showSince = ({ app }: TrmnlStand, displayId: string, seconds: number) =>
  app.app
    .db('display.devices')
    .where({ id: displayId })
    .update({ current_since: addSeconds(new Date(), -seconds) });

test.serial('a picture stays for the dwell time, and the panel asks again when that is over', async (t) => {
  const { claimed, push, state, person } = t.context;
  const { panel, displayId } = await claimed();
  await person.app.patch(`/api/app/v1/displays/${displayId}`, {
    body: { dwellSeconds: 3_600, pollSeconds: 86_400 },
  });
  const first = await push(displayId, 46);
  await panel.wake();
  await panel.wake();
  t.is(await state(first), 'confirmed');
  const shown = nameOf(panel);
  const second = await push(displayId, 47);
  await showSince(t.context, displayId, 1_600);
  const left = await panel.wake();
  t.true(left <= 2_000 && left > 1_000, `${left} s, when its queue is due`);
  t.is(await state(second), 'queued');
  t.is(nameOf(panel), shown);
  await showSince(t.context, displayId, 3_600);
  await panel.wake();
  t.is(await state(second), 'published');
  await panel.wake();
  t.is(await state(second), 'confirmed');
  t.not(nameOf(panel), shown);
});

test.serial('the button shows the next picture early, or the one before', async (t) => {
  const { claimed, push, state, person } = t.context;
  const { panel, displayId } = await claimed();
  const set = async (body: object) => {
    await person.app.patch(`/api/app/v1/displays/${displayId}`, { body });
    await panel.wake(); // it is told what its button asks for
  };
  const first = await push(displayId, 39);
  await panel.wake();
  await set({ dwellSeconds: 86_400, button: null });
  t.is(await state(first), 'confirmed');
  const firstName = nameOf(panel);
  const second = await push(displayId, 40);
  t.is(panel.lastResponse?.special_function, 'none');
  await panel.wake('button');
  t.is(await state(second), 'queued', 'a button without a meaning');
  t.is(nameOf(panel), firstName, 'the picture is drawn again');
  await set({ button: 'advance' });
  t.is(await state(second), 'queued', 'by itself the next one does not come for a day');
  await panel.wake('button');
  t.like(panel.lastResponse, { action: 'restart_playlist', special_function: 'restart_playlist' });
  t.is(await state(second), 'published');
  const secondName = nameOf(panel);
  t.not(secondName, firstName, 'the answer to the button has the new picture in it');
  await panel.wake();
  t.is(await state(second), 'confirmed');
  await panel.wake('button');
  t.is(nameOf(panel), secondName, 'nothing waits');

  await set({ button: 'back' });
  await panel.wake('button');
  t.like(panel.lastResponse, { action: 'restart_playlist', special_function: 'restart_playlist' });
  t.is(nameOf(panel), firstName);
  await panel.wake();
  t.is(await state(first), 'confirmed');
  await panel.wake('button');
  t.is(nameOf(panel), firstName, 'nothing was before');
  t.is(panel.errorsPainted, 0);
});

test.serial('a panel confirms a picture only when it reports that its flash holds it', async (t) => {
  const { claimed, push, state, app } = t.context;
  const { panel, displayId } = await claimed();
  const row = () => app.app.db('display.polls').where({ device_id: displayId });
  const headers = {
    ID: panel.options.id,
    'Access-Token': panel.flash.apiKey as string,
    'FW-Version': '1.8.15',
    'Refresh-Rate': '900',
  };
  const say = (more: Record<string, string>) =>
    fetch(`${app.url}/api/display`, { headers: { ...headers, ...more } });
  const presentation = await push(displayId, 48);
  await panel.wake();
  // It took the picture, and the server died before it had written that down.
  await loseReceipt(t.context, displayId);
  for (const more of [
    {},
    { 'Image-Cached': 'false' },
    { 'Image-Cached': 'perhaps' },
    { 'Image-Cached': '' },
  ]) {
    await row().update({ repeats: 0 }); // or the picture gets another name
    await say(more as Record<string, string>);
    t.is(await state(presentation), 'published', JSON.stringify(more));
  }
  await say({ 'Image-Cached': 'true', 'Refresh-Rate': '15' });
  t.is(await state(presentation), 'published', 'its last wake failed: it speaks of an earlier one');
  await say({ 'Image-Cached': 'true' });
  t.is(await state(presentation), 'confirmed');
});

test.serial(
  'a picture in the flash still confirms when another one was offered and never arrived',
  async (t) => {
    const { claimed, push, state, person } = t.context;
    let cutAfter: number | undefined;
    const { panel, displayId } = await claimed({ cutDownloadAfter: () => cutAfter });
    const first = await push(displayId, 49);
    await panel.wake();
    await panel.wake();
    const shown = nameOf(panel);
    const second = await push(displayId, 50);
    cutAfter = 1_000;
    await t.throwsAsync(panel.wake(), { instanceOf: PowerCutError });
    cutAfter = undefined;
    await person.app.post(`/api/app/v1/displays/${displayId}/current`, { body: { presentationId: first } });
    const { downloads } = panel;
    await panel.wake('power');
    t.is(nameOf(panel), shown);
    t.is(await state(first), 'published');
    await panel.wake();
    t.is(await state(first), 'confirmed');
    t.not(await state(second), 'confirmed');
    t.is(panel.downloads, downloads, 'by the word of the panel alone');
  },
);

test('a confirm that the server lost is repeated under another file name', async (t) => {
  const { claimed, push, state } = t.context;
  for (const version of ['1.6.5', '1.7.8']) {
    const { panel, displayId } = await claimed({ version });
    const presentation = await push(displayId, 41);
    await panel.wake();
    await loseReceipt(t.context, displayId);
    let wakes = 0;
    while ((await state(presentation)) !== 'confirmed' && wakes < 10) {
      await panel.wake();
      wakes += 1;
    }
    t.is(await state(presentation), 'confirmed', version);
  }
});

test('an earlier picture is not confirmed again while the panel may show another one', async (t) => {
  const { claimed, push, state, person } = t.context;
  for (const version of ['1.6.5', '1.7.8', '1.8.15']) {
    const { panel, displayId } = await claimed({ version });
    const first = await push(displayId, 44);
    await panel.wake();
    await panel.wake();
    const second = await push(displayId, 45);
    await panel.wake();
    await loseReceipt(t.context, displayId);
    await person.app.post(`/api/app/v1/displays/${displayId}/current`, { body: { presentationId: first } });
    await panel.wake('power');
    t.is(await state(first), 'published', `${version} has downloaded the other one`);
    await panel.wake();
    t.is(await state(first), 'confirmed', version);
    t.not(await state(second), 'confirmed', version);
  }
});

test('the panel sleeps through quiet hours, and its display has until when', async (t) => {
  const { claimed, person } = t.context;
  const { panel, displayId } = await claimed();
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const quietHours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: clock(-1), to: clock(3) }];
  const path = `/api/app/v1/displays/${displayId}`;
  await person.app.patch(path, { body: { quietHours, timeZone: 'UTC', pollSeconds: 300 } });
  const seconds = (await panel.wake()) as number;
  t.true(seconds > 2 * 3_600 && seconds <= 3 * 3_600 + 60, String(seconds));
  const { nextLook, quietUntil } = (await person.app.get(`/api/app/v1/walls/${displayId}`)).body.status;
  t.is(nextLook.reason, 'quiet_hours_end');
  const late = Date.parse(nextLook.at) - Date.parse(quietUntil);
  t.true(late >= -1_000 && late < 60_000, 'a little after their end');
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }];
  await person.app.patch(path, { body: { quietHours: always } });
  t.is(await panel.wake(), 86_400, 'at most a day');
  await person.app.patch(path, { body: { quietHours: null } });
  t.is(await panel.wake(), 300);
});

test('the panel asks again when its queue is due, or after its interval', async (t) => {
  const { claimed, push, person } = t.context;
  const { panel, displayId } = await claimed();
  const patched = await person.app.patch(`/api/app/v1/displays/${displayId}`, {
    body: { pollSeconds: 3_600 },
  });
  t.is(patched.status, 200);
  t.is(await panel.wake(), 3_600);
  await push(displayId, 42);
  await push(displayId, 43);
  t.is(await panel.wake(), 31, 'another one waits behind it');
  for (const pollSeconds of [29, 86_401, 60.5, '60'])
    t.is(
      (await person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { pollSeconds } })).status,
      400,
    );
  t.is(
    (await person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { button: 'rewind' } })).status,
    400,
  );
});
