import test from 'ava';
import { ConfigError, completeConfig, parseSettings } from '#shared/config.ts';
import { createLog } from '#shared/log.ts';
import { freePort } from '#test/support/free-port.ts';
// Behind index.ts: which settings are refused at a start; no process is needed for it.
import { createProviders } from '../../../../modules/identity/providers/providers.ts';
import { startStand } from '../stand.ts';
import { fragment, openBrowser } from './browser.ts';
import { startIdentityProvider } from './identity-provider.ts';

const mistakes = (settings: Record<string, string>) => {
  const needed = { DATABASE_URL: 'postgres://x', PLACARD_SECRET: 'x'.repeat(32) };
  const config = completeConfig(parseSettings({ ...needed, ...settings }));
  createProviders({ config, log: createLog('test', 'silent') });
};

test('without settings every provider responds with 501', async (t) => {
  const stand = await startStand();
  for (const path of ['google', 'apple']) {
    const response = await stand.client.get(`/auth/oauth/${path}?client=web`);
    t.is(response.status, 501);
    t.is(response.body.error.code, 'provider_not_configured');
  }
  const native = await stand.client.post('/auth/oauth/apple/native', { body: { identityToken: 'x' } });
  t.is(native.status, 501);
  t.is(native.body.error.code, 'provider_not_configured');
  await stand.close();
});

test('a provider that does not respond is 503', async (t) => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const stand = await startStand({
    GOOGLE_CLIENT_ID: 'c',
    GOOGLE_CLIENT_SECRET: 's',
    GOOGLE_ISSUER: nobody,
    APPLE_ISSUER: nobody,
    APPLE_BUNDLE_ID: 'com.example.placard',
  });
  const start = await stand.client.get('/auth/oauth/google?client=web');
  t.is(start.status, 503);
  t.is(start.body.error.code, 'processing_unavailable');
  const native = await stand.client.post('/auth/oauth/apple/native', { body: { identityToken: 'x' } });
  t.is(native.status, 503);
  await stand.close();
});

for (const REGISTRATION of ['closed', 'invite']) {
  test(`REGISTRATION=${REGISTRATION} applies to first sign-ins with a provider, not to later ones`, async (t) => {
    const google = await startIdentityProvider(await freePort());
    const settings = { GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's', GOOGLE_ISSUER: google.issuer };
    google.persona = { sub: 'one', email: 'one@example.com', email_verified: true };
    const stand = await startStand({ ...settings, REGISTRATION });
    const signIn = () => openBrowser().signIn(`${stand.url}/auth/oauth/google?client=web`);
    t.deepEqual(fragment(await signIn()), { error: 'registration_closed' });
    const now = new Date();
    await stand.db('identity.users').insert({
      id: '019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90',
      email: 'one@example.com',
      email_key: 'one@example.com',
      username: 'one',
      username_key: 'one',
      created_at: now,
      updated_at: now,
    });
    t.truthy(fragment(await signIn()).accessToken);
    await stand.close();
    await google.stop();
  });
}

test('all missing settings of a provider are named in one message', (t) => {
  const error = t.throws(() => mistakes({ GOOGLE_CLIENT_ID: 'c', APPLE_KEY_ID: 'k', APPLE_CLIENT_ID: 'a' }), {
    instanceOf: ConfigError,
  });
  for (const name of ['GOOGLE_CLIENT_SECRET', 'APPLE_TEAM_ID', 'APPLE_PRIVATE_KEY'])
    t.true(error?.message.includes(`${name}:`), name);
});

test('a setting that is not an Apple key is named', (t) => {
  const error = t.throws(
    () => mistakes({ APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k', APPLE_PRIVATE_KEY: 'nonsense' }),
    {
      instanceOf: ConfigError,
    },
  );
  t.true(error?.message.includes('APPLE_PRIVATE_KEY:'));
});
