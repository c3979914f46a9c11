import test from 'ava';
import { fragment, openBrowser } from '#test/modules/identity/providers/browser.ts';
import { startIdentityProvider } from '#test/modules/identity/providers/identity-provider.ts';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { registerPerson } from '#test/support/person.ts';
import { until } from '#test/support/until.ts';

test('linking returns the panels that a squatter claimed, including one that is being claimed', async (t) => {
  const google = await startIdentityProvider(await freePort());
  const app = await startTestApp({
    gateway: true,
    worker: true,
    settings: {
      GOOGLE_CLIENT_ID: 'our-client',
      GOOGLE_CLIENT_SECRET: 'our-secret',
      GOOGLE_ISSUER: google.issuer,
    },
  });
  t.teardown(async () => {
    await app.close();
    await google.stop();
  });
  const client = createClient(app);
  const { db } = app.app;
  const squatter = await registerPerson(client, app.url);
  const { id, email } = (await squatter.app.get('/auth/me')).body;
  const { panel, displayId } = await squatter.panel();
  const { body: enrolled } = await client.post('/api/device/v1/enroll', {
    body: { hardwareId: `late-${id}` },
  });
  const from = panel.events.list.length;
  google.persona = { sub: 'the owner', email, email_verified: true };

  // Both wait for the user's row, the sign-in first: the claim has been authenticated by then.
  const held = await db.transaction();
  await held('identity.users').where({ id }).forUpdate();
  const waiting = async () =>
    (await db('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereRaw('datname = current_database()'))
      .length;
  const signIn = openBrowser().signIn(`${app.url}/auth/oauth/google?client=web`);
  await until('a statement that waits', async () => (await waiting()) >= 1);
  const claim = squatter.app.post('/api/app/v1/displays/claim', { body: { code: enrolled.claim.code } });
  const reset = squatter.app.post(`/api/app/v1/displays/${displayId}/reset-enrollment`);
  await until('three statements that wait', async () => (await waiting()) >= 3);
  await held.commit();

  const owner = client.as(fragment(await signIn).accessToken ?? '');
  t.is((await claim).status, 401);
  t.is((await reset).status, 401);
  t.deepEqual((await owner.get('/api/app/v1/displays')).body.items, []);
  const person = await registerPerson(client, app.url);
  t.is(await person.claim(await panel.claimCode({ from })), displayId, 'and its next owner may claim it');
});
