import test from 'ava';
import {
  APP,
  claimDisplay,
  create,
  type LibraryStand,
  parallel,
  startLibrary,
  text,
} from '#test/modules/library/stand.ts';
import { within } from '#test/support/until.ts';
import { begun, follow, says } from './changes-stand.ts';
import { createLibraryTwin } from './twin.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

/** Changes the title of a Content in a transaction that stays open until the returned function is called. */
async function slowChange(id: string, title: string): Promise<() => Promise<void>> {
  const trx = await stand.app.db.transaction();
  await trx('library.contents').where({ id }).update({ title });
  return async () => {
    await trx.commit();
  };
}

test('no reader misses a change that began first and commits last', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const slow = (await create(client, { assets: [text('Slow')] })).body.content.id;
  const stream = await begun(stand, accessToken);
  const commit = await slowChange(slow, 'Changed slowly');
  const quick = (await create(client, { assets: [text('Quick')] })).body.content.id;
  await stream.until(({ id, event, data }) => event === 'content.changed' && data.id === quick && !!id);
  const place = stream.place();
  await commit();
  await stream.until(says('content.changed', { id: slow, title: 'Changed slowly' }));
  stream.abort();
  const again = await follow(stand, accessToken, place);
  const resumed = await again.until(says('content.changed', { id: slow }));
  t.is(resumed.data.title, 'Changed slowly');
  again.abort();
});

test('a stream that is disconnected and resumed has each of many parallel changes', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const seen = new Set<string>();
  const wanted = new Set<string>();
  let over = false;
  let raw = () => '';
  const reader = (async () => {
    let place = (await begun(stand, accessToken)).place();
    for (;;) {
      const stream = await follow(stand, accessToken, place);
      if (stream.status === 429) continue; // the last one is just being closed
      raw = stream.raw;
      await stream.until(({ id, event }) => id !== undefined && (over || event === 'content.changed'));
      stream.abort();
      await stream.closed();
      for (const { event, data } of stream.frames) if (event === 'content.changed') seen.add(data.id);
      t.false(stream.frames.some(({ event }) => event === 'reset'));
      place = stream.place();
      if (over && [...wanted].every((id) => seen.has(id))) return;
    }
  })();
  const notes = async (words: string, count: number) => {
    const making = parallel(count, () => create(client, { assets: [text(words)] }));
    for (const { status, body } of await within(words, making)) {
      t.is(status, 201);
      wanted.add(body.content.id);
    }
  };
  for (let round = 0; round < 10; round++) await notes(`Note ${round}`, 4);
  over = true;
  await create(client, { assets: [text('The last, which wakes the reader')] }).then(({ status }) =>
    t.is(status, 201),
  );
  const missing = () => [...wanted].filter((id) => !seen.has(id)).join(' ');
  await within(() => `changes of ${missing()}; the last stream: ${raw()}`, reader);
  t.is(wanted.size, 40);
});

test('another api process streams the same changes, and resumes from the same positions', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const twin = await createLibraryTwin(stand);
  t.teardown(() => twin.close());
  const [here, there] = [await begun(stand, accessToken), await begun(twin, accessToken)];
  const { body } = await create(client, { assets: [text('Everywhere')] });
  for (const stream of [here, there]) await stream.until(says('content.changed', { id: body.content.id }));
  t.notRegex(here.raw() + there.raw(), /display/);
  const moved = await follow(twin, accessToken, here.frames[0]?.id);
  await moved.until(says('content.changed', { id: body.content.id }));
  for (const stream of [here, there, moved]) stream.abort();
});

test('a stream ends with its session or token, and other streams stay open', async (t) => {
  const user = await stand.newUser();
  const { body: token } = await user.client.post('/auth/tokens', { body: { name: 'test' } });
  const [own, revoked] = [await begun(stand, user.accessToken), await begun(stand, token.token)];
  await user.client.delete(`/auth/tokens/${token.id}`);
  await revoked.closed();
  const { body } = await create(user.client, { assets: [text('Still here')] });
  await own.until(says('content.changed', { id: body.content.id }));
  await user.client.post('/auth/logout', { body: { refreshToken: user.refreshToken } });
  await own.closed();
  t.is((await follow(stand, user.accessToken)).status, 401);
  t.is((await follow(stand, token.token)).status, 401);
});

test('a credential has at most five streams of changes, beside those of analyses', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const open = [];
  for (let i = 0; i < 5; i++) open.push(await begun(stand, accessToken));
  const refused = await follow(stand, accessToken);
  t.is(refused.status, 429);
  t.truthy(refused.headers.get('retry-after'));
  t.is((await client.get(`${APP}/displays`)).status, 200);
  for (const stream of open) stream.abort();
});

test('heartbeats of a panel cause no event, and their absence does', async (t) => {
  const { client, accessToken } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const device = () => stand.app.db('display.devices').where({ id: displayId });
  const seen = (secondsAgo: number, battery: number) =>
    device().update({ last_seen_at: new Date(Date.now() - secondsAgo * 1000), battery_percent: battery });
  await seen(0, 80);
  const stream = await begun(stand, accessToken);
  await seen(0, 80.2);
  await create(client, { assets: [text('Something else')] });
  await stream.until(({ event }) => event === 'content.changed');
  t.false(stream.frames.some(({ event }) => event === 'display.changed'));
  // Six seconds before it counts as offline, so that a busy machine reads the change before that.
  await seen(84, 79);
  await stream.until(says('display.changed', { id: displayId, batteryPercent: 79, online: true }));
  const waitingSince = performance.now();
  await stream.until(says('display.changed', { id: displayId, online: false }));
  t.true(
    performance.now() - waitingSince < 30_000,
    'it was notified when it was due, not at the look every minute',
  );
  stream.abort();
});
