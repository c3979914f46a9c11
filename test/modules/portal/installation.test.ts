import test from 'ava';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';

test('the page can read the ways to sign up and sign in before sign-in', async (t) => {
  const app = await startTestApp({ settings: { REGISTRATION: 'open' } });
  t.teardown(() => app.close());
  const client = createClient(app);
  const read = async () => (await client.get('/api/app/v1/installation')).body;
  t.like(await read(), { hasAccounts: false, registration: 'open', providers: [], billing: false });
  await registerUser(client);
  t.like(await read(), { hasAccounts: true });
});

test('configured providers are listed', async (t) => {
  const app = await startTestApp({
    settings: { REGISTRATION: 'invite', GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'secret' },
  });
  t.teardown(() => app.close());
  const { body } = await createClient(app).get('/api/app/v1/installation');
  t.like(body, { registration: 'invite', providers: ['google'] });
});
