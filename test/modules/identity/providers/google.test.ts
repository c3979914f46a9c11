import test from 'ava';
import { freePort } from '#test/support/free-port.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';
import { fragment, location, openBrowser } from './browser.ts';
import { startIdentityProvider } from './identity-provider.ts';

const google = await startIdentityProvider(await freePort());
const stand = await startStand({
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'our-secret',
  GOOGLE_ISSUER: google.issuer,
  OAUTH_REDIRECT_WEB: 'https://app.example.com/signed-in',
  OAUTH_REDIRECT_DESKTOP: 'placard://signed-in',
});
const { client, clock, url } = stand;
test.after.always(async () => {
  await stand.close();
  await google.stop();
});
test.beforeEach(() => {
  google.alter = () => {};
  google.changeResponse = () => {};
});

const START = `${url}/auth/oauth/google?client=web`;
let people = 0;
const newPersona = (more = {}) => {
  people += 1;
  google.persona = { sub: `g-${people}`, email: `g${people}@example.com`, email_verified: true, ...more };
  return google.persona as { sub: string; email: string };
};
const signIn = async () => fragment(await openBrowser().signIn(START));
const profile = async (accessToken = '') => (await client.as(accessToken).get('/auth/me')).body;

test.serial('a new person gets an account, by code with PKCE, state and nonce', async (t) => {
  const { sub, email } = newPersona({ name: 'Grace Höpper' });
  const browser = openBrowser();
  const end = await browser.signIn(START);
  const consent = browser.visited[1]?.searchParams;
  t.is(consent?.get('response_type'), 'code');
  t.is(consent?.get('code_challenge_method'), 'S256');
  t.is(consent?.get('redirect_uri'), `${url}/auth/oauth/google/callback`);
  t.true((consent?.get('nonce') ?? '').length >= 43 && (consent?.get('state') ?? '').length >= 43);
  t.like(google.tokenRequests.at(-1), { client_id: 'our-client', client_secret: 'our-secret' });
  t.is(google.tokenRequests.at(-1)?.code_verifier?.length, 43);

  t.is(end.origin + end.pathname, 'https://app.example.com/signed-in');
  t.is(end.search, '', 'tokens are in the fragment only');
  const { accessToken, refreshToken, ...rest } = fragment(end);
  t.deepEqual(rest, {});
  const me = await profile(accessToken);
  t.like(me, { email, username: 'GraceHopper', hasPassword: false });
  t.like(me.oauthAccounts, [{ provider: 'google', providerUserId: sub, email }]);
  t.is((await client.post('/auth/refresh', { body: { refreshToken } })).status, 200);
});

test.serial(
  'the cookie lasts ten minutes, in this browser only, and is removed after the sign-in',
  async (t) => {
    newPersona();
    const browser = openBrowser();
    await browser.signIn(START);
    t.is(browser.setCookies.length, 2);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/auth/oauth', 'Max-Age=600'])
      t.true(browser.setCookies[0]?.includes(part), part);
    t.is(browser.cookies.size, 0);
  },
);

test.serial('the next sign-in finds the same account, also after the address changed', async (t) => {
  const { email } = newPersona();
  const first = await profile((await signIn()).accessToken);
  google.persona = { ...google.persona, email: `changed-${email}` };
  const second = await profile((await signIn()).accessToken);
  t.is(second.id, first.id);
  t.is(second.email, email);
});

test.serial('a taken name gets a suffix; without a name it is derived from the address', async (t) => {
  newPersona({ name: 'Same Name' });
  t.is((await profile((await signIn()).accessToken)).username, 'SameName');
  newPersona({ name: 'Same Name' });
  t.regex((await profile((await signIn()).accessToken)).username, /^SameName-\d{6}$/);
  newPersona({ email: 'jane+news@example.org' });
  t.regex((await profile((await signIn()).accessToken)).username, /^janenews-\d{6}$/);
  newPersona({ name: '世界', email: 'x@example.org' });
  t.regex((await profile((await signIn()).accessToken)).username, /^x-\d{6}$/);
});

test.serial(
  'desktop gets query parameters; a client without a target, or an unknown one, is refused',
  async (t) => {
    newPersona();
    const end = await openBrowser().signIn(`${url}/auth/oauth/google?client=desktop`);
    t.is(end.protocol, 'placard:');
    t.is(end.hash, '');
    t.is((await client.as(end.searchParams.get('accessToken') ?? '').get('/auth/me')).status, 200);
    const ios = await client.get('/auth/oauth/google?client=ios');
    t.is(ios.status, 501);
    t.is(ios.body.error.code, 'provider_not_configured');
    for (const query of ['', '?client=', '?client=tv', '?client=web&client=ios']) {
      t.is((await client.get(`/auth/oauth/google${query}`)).status, 400, query);
    }
  },
);

test.serial('callers cannot choose the address to which a sign-in redirects', async (t) => {
  newPersona();
  const evil = 'https://evil.example';
  const start = `${START}&redirect_uri=${evil}&redirect=${evil}&target=${evil}&OAUTH_REDIRECT_WEB=${evil}`;
  const browser = openBrowser();
  const end = await browser.signIn(start, {
    leave: (callback) => {
      callback.searchParams.set('redirect_uri', evil);
      callback.searchParams.set('client', 'desktop');
    },
  });
  t.is(end.origin, 'https://app.example.com');
  t.is(browser.visited[1]?.searchParams.get('redirect_uri'), `${url}/auth/oauth/google/callback`);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const consent = location(await fetch(START, { redirect: 'manual', headers }));
  t.is(consent.searchParams.get('redirect_uri'), `${url}/auth/oauth/google/callback`);
});

test.serial('a state works once, in its browser, for ten minutes, for its provider', async (t) => {
  newPersona();
  const browser = openBrowser();
  let callback = location(await browser.get(location(await browser.get(START)).href));
  t.truthy(fragment(location(await browser.get(callback.href))).accessToken);
  const again = fragment(location(await browser.get(callback.href)));
  t.deepEqual(again, { error: 'invalid_state' });

  const victim = openBrowser();
  const begun = location(await victim.get(START));
  callback = location(await victim.get(begun.href));
  const thief = openBrowser();
  t.deepEqual(fragment(location(await thief.get(callback.href))), { error: 'invalid_state' });
  for (const [name] of victim.cookies) thief.cookies.set(name, 'guessed');
  t.deepEqual(fragment(location(await thief.get(callback.href))), { error: 'invalid_state' });
  t.truthy(
    fragment(location(await victim.get(callback.href))).accessToken,
    'and the attempts used nothing up',
  );

  const slow = openBrowser();
  callback = location(await slow.get(location(await slow.get(START)).href));
  clock.move({ seconds: 601 });
  t.deepEqual(fragment(location(await slow.get(callback.href))), { error: 'invalid_state' });
  for (const query of ['', '?state=x', '?code=x', '?state=&code=']) {
    const { status } = await openBrowser().get(`${url}/auth/oauth/google/callback${query}`);
    t.true(status === 302 || status === 400);
  }
});

test.serial('sign-ins in two tabs of one browser both work', async (t) => {
  newPersona();
  const browser = openBrowser();
  const [one, two] = [location(await browser.get(START)), location(await browser.get(START))];
  const [first, second] = [location(await browser.get(one.href)), location(await browser.get(two.href))];
  t.truthy(fragment(location(await browser.get(first.href))).accessToken);
  t.truthy(fragment(location(await browser.get(second.href))).accessToken);
});

test.serial('a refusal of the provider ends in access_denied', async (t) => {
  const end = await openBrowser().signIn(START, {
    leave: (callback) => {
      callback.searchParams.delete('code');
      callback.searchParams.set('error', 'access_denied');
    },
  });
  t.deepEqual(fragment(end), { error: 'access_denied' });
});

test.serial('ID tokens that are for another client, expired or not signed are refused', async (t) => {
  const claim = (changed: Record<string, unknown>) => () => {
    google.alter = ({ payload }) => void Object.assign(payload, changed);
  };
  const idToken = (change: (parts: string[]) => string[]) => () => {
    google.changeResponse = ({ body }) => {
      const tokens = body as Record<string, string>;
      tokens.id_token = change(tokens.id_token?.split('.') ?? []).join('.');
    };
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const attacks: Record<string, () => void> = {
    nonce: claim({ nonce: 'another' }),
    'no nonce': claim({ nonce: undefined }),
    audience: claim({ aud: 'another' }),
    issuer: claim({ iss: 'https://example.com' }),
    expired: claim({ exp: 1 }),
    'no subject': claim({ sub: undefined }),
    'alg none': idToken(([, claims = '']) => [encode({ alg: 'none' }), claims, '']),
    'altered claims': idToken(([head = '', claims = '', signature = '']) => {
      const altered = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'victim' };
      return [head, encode(altered), signature];
    }),
    'no ID token': () => {
      google.changeResponse = ({ body }) => void delete (body as Record<string, unknown>).id_token;
    },
    'code refused': () => {
      google.changeResponse = (response) =>
        void Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } });
    },
  };
  for (const [name, attack] of Object.entries(attacks)) {
    newPersona();
    google.alter = () => {};
    google.changeResponse = () => {};
    attack();
    t.deepEqual(await signIn(), { error: 'sign_in_refused' }, name);
  }
});

test.serial('the response of a provider does not put secrets of the request into the log', async (t) => {
  for (const statusCode of [400, 500]) {
    newPersona();
    stand.logged.length = 0;
    google.changeResponse = (response) => {
      const { client_secret, code, code_verifier } = google.tokenRequests.at(-1) ?? {};
      const error_description = `Bad Request: "client_secret":"${client_secret}" code=${code} (code_verifier ${code_verifier}) was wrong.`;
      Object.assign(response, { statusCode, body: { error: 'invalid_grant', error_description, code } });
    };
    t.truthy((await signIn()).error);
    const { client_secret = '', code = '', code_verifier = '' } = google.tokenRequests.at(-1) ?? {};
    const text = stand.logged.join('\n');
    for (const secret of [client_secret, code, code_verifier]) {
      t.true(secret.length > 8);
      t.false(text.includes(secret));
    }
  }
  newPersona();
  stand.logged.length = 0;
  google.changeResponse = (response) =>
    void Object.assign(response, {
      statusCode: 400,
      body: { error: 'invalid_grant', error_description: `The code was used already. ${'x'.repeat(5000)}` },
    });
  await signIn();
  const line = JSON.parse(stand.logged.find((one) => one.includes('was refused')) ?? '{}');
  t.like(line, { error: 'invalid_grant', description: 'The code was used already. …' });
});

test.serial('a verified address links to the account that has it, in any spelling', async (t) => {
  const account = await register(client);
  await stand.db('identity.users').where({ id: account.userId }).update({ email_verified_at: clock.now() });
  newPersona({ email: account.email.toUpperCase() });
  const { accessToken, notice } = await signIn();
  t.is(notice, undefined);
  const me = await profile(accessToken);
  t.is(me.id, account.userId);
  t.is(me.hasPassword, true, 'a proven address keeps its password');
  t.is((await account.client.get('/auth/me')).status, 200);
});

test.serial('an address that only resembles that of an account does not sign in to it', async (t) => {
  for (const [local, lookalike] of [
    ['mike', 'mıke'],
    ['strasse', 'straße'],
    ['adam', 'ａｄａｍ'],
    ['office', 'oﬃce'],
  ]) {
    const account = await register(client);
    const email = `${local}-${account.username}@example.com`;
    await stand.db('identity.users').where({ id: account.userId }).update({ email, email_key: email });
    newPersona({ email: `${lookalike}-${account.username}@example.com` });
    t.deepEqual(await signIn(), { error: 'email_taken' }, lookalike);
    t.is((await account.client.get('/auth/me')).status, 200);
    t.is((await profile(account.accessToken)).oauthAccounts.length, 0);
    // The same address in another form of Unicode and another case is the same.
    newPersona({ email: email.toUpperCase().normalize('NFD') });
    t.is((await profile((await signIn()).accessToken)).id, account.userId);
  }
});

test.serial(
  'linking ends the access of the user who registered the address without proof, once',
  async (t) => {
    const squatter = await register(client);
    const { body: pat } = await squatter.client.post('/auth/tokens', { body: { name: 'back door' } });
    newPersona({ email: squatter.email });
    const first = await signIn();
    t.is(first.notice, 'password_removed');
    const me = await profile(first.accessToken);
    t.like(me, { id: squatter.userId, hasPassword: false });
    t.is((await squatter.client.get('/auth/me')).status, 401);
    t.is((await client.as(pat.token).get('/probe')).status, 401);
    t.is((await client.post('/auth/refresh', { body: { refreshToken: squatter.refreshToken } })).status, 401);
    const { email: identifier, password } = squatter;
    t.is((await client.post('/auth/login', { body: { identifier, password } })).status, 401);

    const owner = client.as(first.accessToken ?? '');
    t.is((await owner.put('/auth/me', { body: { password: 'a password of my own' } })).status, 200);
    newPersona({ email: squatter.email });
    const second = await signIn();
    t.is(second.notice, undefined);
    t.is((await profile(second.accessToken)).hasPassword, true);
  },
);

test.serial('linking removes links that were made with an unverified address', async (t) => {
  const { email } = newPersona({ email_verified: false });
  const squatter = google.persona;
  const first = await signIn();
  t.is((await profile(first.accessToken)).email, email, 'an unverified address that is free may sign up');
  newPersona({ email });
  const owner = await signIn();
  t.is((await profile(owner.accessToken)).oauthAccounts.length, 1);
  t.is((await client.as(first.accessToken ?? '').get('/auth/me')).status, 401);
  google.persona = squatter;
  t.deepEqual(await signIn(), { error: 'email_unverified' });
});

test.serial('an unverified address that is taken is refused', async (t) => {
  const account = await register(client);
  for (const email_verified of [false, undefined, 'no', 0]) {
    newPersona({ email: account.email, email_verified });
    t.deepEqual(await signIn(), { error: 'email_unverified' });
  }
  t.is((await profile(account.accessToken)).oauthAccounts.length, 0);
});

test.serial('a provider that gives no address cannot make an account', async (t) => {
  newPersona({ email: undefined });
  t.deepEqual(await signIn(), { error: 'email_missing' });
});

test.serial('ten first sign-ins of one person at once make one account', async (t) => {
  const { sub } = newPersona();
  const ends = await Promise.all(Array.from({ length: 10 }, signIn));
  const ids = await Promise.all(ends.map(async ({ accessToken }) => (await profile(accessToken)).id));
  t.is(new Set(ids).size, 1);
  t.is((await stand.db('identity.oauth_accounts').where({ subject: sub })).length, 1);
});

test.serial('tokens, codes and states appear in no log', async (t) => {
  newPersona();
  const browser = openBrowser();
  const end = fragment(await browser.signIn(START));
  const secrets = [
    end.accessToken,
    end.refreshToken,
    'our-secret',
    ...browser.setCookies.map((c) => c.split(/[=;]/)[1]),
  ];
  for (const visit of browser.visited)
    secrets.push(visit.searchParams.get('code') ?? '', visit.searchParams.get('state') ?? '');
  const logged = stand.logged.join('\n');
  for (const secret of secrets) if (secret) t.false(logged.includes(secret));
});

test.serial('rotated keys of the provider are found once the cached ones are a minute old', async (t) => {
  newPersona();
  t.truthy((await signIn()).accessToken);
  await google.rotateKeys();
  const fetches = google.keyFetches;
  for (let round = 0; round < 5; round++) t.deepEqual(await signIn(), { error: 'sign_in_refused' });
  t.is(google.keyFetches, fetches, 'unknown keys cause no flood');
  const realNow = Date.now;
  Date.now = () => realNow() + 61_000;
  try {
    t.truthy((await signIn()).accessToken);
  } finally {
    Date.now = realNow;
  }
});

test.serial('an outage of the provider during a sign-in ends in an error code', async (t) => {
  newPersona();
  const browser = openBrowser();
  const callback = location(await browser.get(location(await browser.get(START)).href));
  await google.stop();
  t.deepEqual(fragment(location(await browser.get(callback.href))), { error: 'processing_unavailable' });
  await google.start();
});
