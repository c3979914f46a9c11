import test from 'ava';
import { openStream } from '#test/modules/library/analyses/open-stream.ts';
import {
  APP,
  claimDisplay,
  create,
  type LibraryStand,
  startLibrary,
  text,
} from '#test/modules/library/stand.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { begun, follow, says } from './changes-stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true, gateway: true });
});
test.after.always(() => stand?.close());

test('the stream follows a push from its Content to the confirmed picture, each change within a second', async (t) => {
  const person = await registerPerson(stand.client, stand.url);
  const { body: token } = await person.app.post('/auth/tokens', { body: { name: 'watch' } });
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const stream = await begun(stand, token.token);
  t.regex(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  t.is(stream.headers.get('x-accel-buffering'), 'no');
  t.regex(stream.raw(), /^: ping\n\nid: \d+-\d+\nevent: reset\ndata: {}\n\n/);

  const photo = await encode(drawPhotograph(900, 500)).jpeg().toBuffer();
  const pushed = await person.sdk.post('/push/hall?wait=30', { raw: photo });
  const responded = performance.now();
  const [{ id }] = pushed.body.presentations;
  await stream.until(says('presentation.changed', { id, state: 'confirmed' }));
  const shown = await stream.until(says('display.changed', { id: displayId, currentPresentationId: id }));
  t.true(performance.now() - responded < 30_000, 'a notification brought it, not the look every minute');
  const { lastSeenAt: _, ...now } = (await person.sdk.get(`/api/sdk/v1/displays/${displayId}`)).body;
  t.like(shown.data, now);
  const content = await stream.until(says('content.changed', { id: pushed.body.content.id, state: 'ready' }));
  t.deepEqual(content.data, (await person.sdk.get(`/api/app/v1/contents/${pushed.body.content.id}`)).body);
  stream.abort();
});

test('the stream has names, claims, unbinding, connections and deletion', async (t) => {
  const person = await registerPerson(stand.client, stand.url);
  const { body: token } = await person.app.post('/auth/tokens', { body: { name: 'watch' } });
  const stream = await begun(stand, token.token);
  const { panel, displayId } = await person.panel();
  await stream.until(says('display.changed', { id: displayId, name: 'Hall', online: true }));
  await person.app.patch(`${APP}/displays/${displayId}`, { body: { nickname: 'Kitchen' } });
  await stream.until(says('display.changed', { id: displayId, name: 'Kitchen' }));
  const { body } = await create(person.app, { mode: 'manual', displayId, assets: [text('Milk')] });
  await stream.until(says('content.changed', { id: body.content.id, state: 'pending' }));
  await person.confirm(body.content.id);
  const { presentationIds } = await person.settled(body.content.id);
  await person.app.delete(`${APP}/contents/${body.content.id}`);
  await stream.until(says('content.removed', { id: body.content.id }));
  await stream.until(says('presentation.removed', { id: presentationIds[0] }));
  panel.cutPower();
  await person.app.delete(`${APP}/displays/${displayId}`);
  const removed = await stream.until(says('display.removed', { id: displayId }));
  t.deepEqual(removed.data, { id: displayId });
  stream.abort();
});

test('changes of other users are in their own streams alone', async (t) => {
  const [one, other] = [await stand.newUser(), await stand.newUser()];
  const stream = await begun(stand, one.accessToken);
  await claimDisplay(other.client);
  await create(other.client, { assets: [text('Secret')] });
  const { body } = await create(one.client, { assets: [text('Mine')] });
  await stream.until(says('content.changed', { id: body.content.id }));
  t.deepEqual(new Set(stream.frames.map(({ event }) => event)), new Set(['reset', 'content.changed']));
  t.false(stream.raw().includes('Secret'));
  stream.abort();
});

test('a reader that reconnects gets what changed and what was deleted meanwhile', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const lost = (await create(client, { assets: [text('Lost')] })).body.content.id;
  const stream = await begun(stand, accessToken);
  await create(client, { assets: [text('Seen')] });
  await stream.until(({ id, event }) => event === 'content.changed' && id !== undefined);
  stream.abort();
  await stream.closed();

  await client.delete(`${APP}/contents/${lost}`);
  const missed = (await create(client, { assets: [text('Missed')] })).body.content.id;
  const again = await follow(stand, accessToken, stream.place());
  await again.until(says('content.changed', { id: missed }));
  await again.until(says('display.changed', { id: displayId }));
  await again.until(says('content.removed', { id: lost }));
  t.false(again.frames.some(({ event }) => event === 'reset'));
  again.abort();

  const query = await openStream(`${stand.url}${APP}/events?after=${stream.place()}`, accessToken, {
    'last-event-id': again.place(),
  });
  await query.until(says('content.changed', { id: missed }));
  query.abort();
});

test('a display that was unbound and claimed again exists in the end', async (t) => {
  const person = await registerPerson(stand.client, stand.url);
  const { body: token } = await person.app.post('/auth/tokens', { body: { name: 'watch' } });
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const stream = await begun(stand, token.token);
  const from = panel.events.list.length;
  await person.app.delete(`${APP}/displays/${displayId}`);
  await person.claim(await panel.claimCode({ from }));
  await stream.until(({ event, data }) => event === 'display.changed' && data.boundAt !== null);
  stream.abort();
  const again = await follow(stand, token.token, stream.frames[0]?.id);
  await again.until(says('display.changed', { id: displayId }));
  const events = again.frames.map(({ event }) => event);
  t.true(events.indexOf('display.removed') < events.indexOf('display.changed'));
  again.abort();
});

test('long texts are cut in events', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const stream = await begun(stand, accessToken);
  await create(client, { assets: [text('💧'.repeat(5000))] });
  const { data } = await stream.until(({ event }) => event === 'content.changed');
  t.is(data.assets[0].text, '💧'.repeat(500));
  stream.abort();
});

test('a malformed position is 400, and one that is too old or of another database leads to a reset', async (t) => {
  const { accessToken } = await stand.newUser();
  for (const wrong of ['x', '0', '1-0', '1:2:', "1-1' or 1=1", '1-99999999999999999999'])
    t.is(
      (await openStream(`${stand.url}${APP}/events`, accessToken, { 'last-event-id': wrong })).status,
      400,
    );
  const query = `${stand.url}${APP}/events?after=`;
  t.is((await openStream(`${query}x`, accessToken)).status, 400);
  t.is((await openStream(`${query}1-1&after=2-2`, accessToken)).status, 400);
  const day = 24 * 3600 * 1000;
  for (const place of [`${Date.now() - day - 1000}-1`, `${Date.now()}-999999999999`, '0-1']) {
    const stream = await follow(stand, accessToken, place);
    const first = await stream.until(() => true);
    t.is(first.event, 'reset', place);
    stream.abort();
  }
});

test('too many missed changes lead to a reset', async (t) => {
  const { client, accessToken, userId } = await stand.newUser();
  const stream = await begun(stand, accessToken);
  stream.abort();
  const { body } = await create(client, { assets: [text('One')] });
  const rows = Array.from({ length: 60 }, () => ({
    id: crypto.randomUUID(),
    user_id: userId,
    state: 'ready',
    upload_status: 'complete',
    created_at: new Date(),
    updated_at: new Date(),
  }));
  await stand.app.db('library.contents').insert(rows);
  const again = await follow(stand, accessToken, stream.place());
  t.is((await again.until(() => true)).event, 'reset');
  await client.delete(`${APP}/contents/${body.content.id}`);
  await again.until(says('content.removed', { id: body.content.id }));
  again.abort();
});
