import test from 'ava';
import { openStream } from './open-stream.ts';
import { APP, analyse, claimDisplay, type LibraryStand, note, startLibrary } from './stand.ts';

/** Without a worker, so that no run ends by itself. */
let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

async function following() {
  const user = await stand.newUser();
  await claimDisplay(user.client);
  const { body } = await analyse(user.client, { contentIds: [await note(user.client)] });
  const follow = async (token: string) => {
    const stream = await openStream(`${stand.url}${APP}/analyses/${body.id}/events/stream`, token);
    await stream.until(({ event }) => event === 'analysis.dispatched');
    return stream;
  };
  return { user, follow, own: await follow(user.accessToken) };
}

test('the streams of a deleted account are closed without an end event', async (t) => {
  const { user, own } = await following();
  const { password } = user;
  t.is((await user.client.delete('/auth/account', { body: { confirm: true, password } })).status, 204);
  await own.closed();
  t.false(own.frames.some(({ event }) => event === 'end'));
});

test('a new password closes the streams of every other session, but not of its own', async (t) => {
  const { user, follow, own } = await following();
  const body = { identifier: user.email, password: user.password };
  const elsewhere = await follow((await stand.client.post('/auth/login', { body })).body.accessToken);
  const change = { currentPassword: user.password, password: 'another horse' };
  t.is((await user.client.put('/auth/me', { body: change })).status, 200);
  let cut = false;
  void own.closed().then(() => {
    cut = true;
  });
  await elsewhere.closed();
  t.is((await user.client.get('/auth/me')).status, 200);
  t.false(cut);
  own.abort();
});
