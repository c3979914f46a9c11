import test from 'ava';
import { jwtVerify } from 'jose';
import { freePort } from '#test/support/free-port.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';
import { appleSettings, appleTeamKey } from './apple-settings.ts';
import { fragment, location, openBrowser } from './browser.ts';
import { startIdentityProvider } from './identity-provider.ts';

const apple = await startIdentityProvider(await freePort());
const stand = await startStand(appleSettings(apple.issuer));
const { client, url } = stand;
test.after.always(async () => {
  await stand.close();
  await apple.stop();
});
test.beforeEach(() => {
  apple.alter = () => {};
  apple.changeResponse = () => {};
});

const START = `${url}/auth/oauth/apple?client=web`;
let people = 0;
const newPersona = (more = {}) => {
  people += 1;
  apple.persona = {
    sub: `a-${people}`,
    email: `a${people}@privaterelay.appleid.com`,
    email_verified: 'true',
    ...more,
  };
  return apple.persona as { sub: string; email: string };
};
const signIn = async (user?: string) =>
  fragment(
    await openBrowser().signIn(START, {
      formPost: true,
      leave: (callback) => user && callback.searchParams.set('user', user),
    }),
  );
const profile = async (accessToken = '') => (await client.as(accessToken).get('/auth/me')).body;
const grants = (userId: string) =>
  stand
    .db('identity.oauth_grants as g')
    .join('identity.oauth_accounts as a', 'a.id', 'g.account_id')
    .where({ user_id: userId })
    .select('g.*');

test.serial('the web flow works with form_post, its cookie and a signed client secret', async (t) => {
  const { sub, email } = newPersona();
  const browser = openBrowser();
  const user = JSON.stringify({
    name: { firstName: 'Tim', lastName: 'Apfel' },
    email: 'spoofed@example.com',
  });
  const end = await browser.signIn(START, {
    formPost: true,
    leave: (callback) => callback.searchParams.set('user', user),
  });
  const consent = browser.visited[1]?.searchParams;
  t.is(consent?.get('response_mode'), 'form_post');
  t.is(consent?.get('code_challenge_method'), 'S256');
  t.true(['openid', 'name', 'email'].every((scope) => consent?.get('scope')?.split(' ').includes(scope)));
  for (const part of ['HttpOnly', 'SameSite=None', 'Secure'])
    t.true(browser.setCookies[0]?.includes(part), part);

  const request = apple.tokenRequests.at(-1);
  t.is(request?.client_id, 'com.example.web');
  const secret = await jwtVerify(request?.client_secret ?? '', appleTeamKey, {
    algorithms: ['ES256'],
    issuer: 'TEAM123456',
    subject: 'com.example.web',
    audience: apple.issuer,
    requiredClaims: ['iat', 'exp'],
  });
  t.is(secret.protectedHeader.kid, 'KEY1234567');

  const me = await profile(fragment(end).accessToken);
  t.like(me, { email, username: 'TimApfel', hasPassword: false });
  t.like(me.oauthAccounts, [{ provider: 'apple', providerUserId: sub, email }]);
});

test.serial('the refresh token is stored encrypted, with the client id that it was issued to', async (t) => {
  newPersona();
  const { id } = await profile((await signIn()).accessToken);
  const [row] = await grants(id);
  t.is(row.client_id, 'com.example.web');
  t.truthy(row.refresh_token);
  t.false(row.refresh_token.includes('grant-of'));
});

test.serial('the name of the first sign-in is kept; later sign-ins have only the address', async (t) => {
  newPersona();
  const named = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L' } });
  const first = await profile((await signIn(named)).accessToken);
  const later = await profile((await signIn()).accessToken);
  t.is(later.id, first.id);
  t.is(later.username, 'AdaL');
  for (const odd of ['', 'no JSON', '7', '{"name":7}', '{"name":{"firstName":{}}}']) {
    newPersona();
    const { accessToken, error } = await signIn(odd);
    t.is(error, undefined, odd);
    t.regex((await profile(accessToken)).username, /^a\d+-\d{6}$/);
  }
});

test.serial('email_verified may be text or boolean, and only true counts', async (t) => {
  for (const [email_verified, linked] of [
    [true, true],
    ['true', true],
    ['false', false],
    [false, false],
    [undefined, false],
    ['maybe', false],
  ]) {
    const account = await register(client);
    newPersona({ email: account.email, email_verified });
    const end = await signIn();
    if (linked) t.is((await profile(end.accessToken)).id, account.userId);
    else t.deepEqual(end, { error: 'email_unverified' }, String(email_verified));
  }
});

test.serial('the state of one provider is refused for the other', async (t) => {
  newPersona();
  const browser = openBrowser();
  const callback = location(await browser.get(location(await browser.get(START)).href));
  t.is((await browser.get(`${url}/auth/oauth/google/callback${callback.search}`)).status, 302);
  const end = location(
    await browser.post(callback.origin + callback.pathname, Object.fromEntries(callback.searchParams)),
  );
  t.deepEqual(Object.keys(fragment(end)), ['accessToken', 'refreshToken']);
});

test.serial(
  'a sign-in that is cancelled, and a callback without a sign-in, end in an error code',
  async (t) => {
    const browser = openBrowser();
    const state = location(await browser.get(START)).searchParams.get('state') ?? '';
    const end = await browser.post(`${url}/auth/oauth/apple/callback`, {
      state,
      error: 'user_cancelled_authorize',
    });
    t.deepEqual(fragment(location(end)), { error: 'access_denied' });
    const stray = await openBrowser().post(`${url}/auth/oauth/apple/callback`, { state: 'x', code: 'y' });
    t.deepEqual(fragment(location(stray)), { error: 'invalid_state' });
    t.is(
      (await fetch(`${url}/auth/oauth/apple/callback`, { method: 'POST', redirect: 'manual' })).status,
      400,
    );
  },
);

test.serial(
  'the grant of a link with an unverified address is revoked when the link is removed',
  async (t) => {
    const { email } = newPersona({ email_verified: false });
    const squatter = await profile((await signIn()).accessToken);
    const [stored] = await grants(squatter.id);
    newPersona({ email });
    const owner = await profile((await signIn()).accessToken);
    t.is(owner.id, squatter.id);
    t.like(await grants(owner.id), { length: 1, 0: { client_id: stored.client_id } });
    apple.revocations.length = 0;
    apple.revocation = { status: 503 };
    await stand.cleanUp();
    apple.revocation = { status: 200 };
    for (let hour = 0; hour < 2; hour++) await stand.cleanUp();
    const tokens = apple.revocations.map(({ token }) => token);
    t.is(tokens.length, 2, 'again after a failure, and then no more');
    t.is(new Set(tokens).size, 1);
    t.is((await grants(owner.id)).length, 1, 'the grant of the link that stays is kept');
  },
);
