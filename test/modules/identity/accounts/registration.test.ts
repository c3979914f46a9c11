import test from 'ava';
// Behind index.ts: an invite as `make user-invite` writes it, of an age that the test chooses.
import { createInvite } from '../../../../modules/identity/accounts/invites.ts';
import { startStand } from '../stand.ts';

const password = 'correct horse battery';

test('REGISTRATION=closed refuses every registration', async (t) => {
  const stand = await startStand({ REGISTRATION: 'closed' });
  const body = { email: 'a@example.com', username: 'abc', password, inviteCode: 'x' };
  const response = await stand.client.post('/auth/register', { body });
  t.is(response.status, 403);
  t.is(response.body.error.code, 'registration_closed');
  await stand.close();
});

test('REGISTRATION=invite accepts one account for each code, until it expires', async (t) => {
  const stand = await startStand({ REGISTRATION: 'invite' });
  const { client, clock, db } = stand;
  const attempt = (username: string, inviteCode?: string) =>
    client.post('/auth/register', {
      body: { email: `${username}@example.com`, username, password, inviteCode },
    });
  const { code } = await createInvite(db, clock.now(), 7);
  for (const wrong of [undefined, 'wrong', `${code}x`]) {
    const response = await attempt('eve', wrong);
    t.is(response.status, 403);
    t.is(response.body.error.code, 'registration_closed');
    t.regex(
      response.body.error.message,
      wrong === undefined ? /need an invitation/ : /invitation is wrong, used/,
    );
    t.is(response.body.error.details.fields[0].path, 'inviteCode');
  }
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => attempt(`racer${index}`, code)),
  );
  t.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(403)]);

  const { code: second } = await createInvite(db, clock.now(), 7);
  const taken = responses.find(({ status }) => status === 201)?.body.user.username;
  t.is((await attempt(taken, second)).status, 409);
  t.is((await attempt('fresh', second)).status, 201, 'a registration that fails does not use the code up');

  const { code: late } = await createInvite(db, clock.now(), 7);
  clock.move({ days: 7, seconds: 1 });
  t.is((await attempt('later', late)).status, 403);
  await stand.close();
});
