import { generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { SignJWT } from 'jose';
import { freePort } from '#test/support/free-port.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';
import { appleSettings } from './apple-settings.ts';
import { startIdentityProvider } from './identity-provider.ts';

const apple = await startIdentityProvider(await freePort());
const stand = await startStand(appleSettings(apple.issuer));
const { client } = stand;
test.after.always(async () => {
  await stand.close();
  await apple.stop();
});
test.beforeEach(() => {
  apple.changeResponse = () => {};
});

let people = 0;
/** Claims of a new person's identity token for our app. */
const newPersona = (more = {}) => {
  people += 1;
  return {
    sub: `n-${people}`,
    aud: 'com.example.app',
    email: `n${people}@example.com`,
    email_verified: true,
    ...more,
  };
};
const post = (body: unknown) => client.post('/auth/oauth/apple/native', { body });
const signIn = async (claims: Record<string, unknown>, more = {}) =>
  post({ identityToken: await apple.idToken(claims), ...more });
const grant = (userId: string) =>
  stand
    .db('identity.oauth_grants as g')
    .join('identity.oauth_accounts as a', 'a.id', 'g.account_id')
    .where({ user_id: userId })
    .first('g.*');

test.serial('a valid token returns a pair of tokens, and the same account the next time', async (t) => {
  const claims = newPersona();
  const first = await signIn(claims);
  t.is(first.status, 200);
  t.is(first.headers.get('location'), null);
  t.regex(first.body.user.username, new RegExp(`^n${people}-\\d{6}$`), 'local part and a random suffix');
  t.is((await client.as(first.body.accessToken).get('/auth/me')).status, 200);
  t.is((await signIn(claims)).body.user.id, first.body.user.id);
});

test.serial('the name, when given, makes the user name', async (t) => {
  const name = { fullName: { givenName: 'Renée', familyName: 'O’Hara' } };
  t.is((await signIn(newPersona(), name)).body.user.username, 'ReneeOHara');
  t.is((await signIn(newPersona(), { fullName: null })).status, 200);
  t.is((await signIn(newPersona(), { fullName: { givenName: null } })).status, 200);
});

test.serial('a nonce must match the one in the token', async (t) => {
  t.is((await signIn(newPersona({ nonce: 'n1' }), { nonce: 'n1' })).status, 200);
  t.is((await signIn(newPersona({ nonce: 'n1' }))).status, 200);
  for (const claims of [newPersona({ nonce: 'n2' }), newPersona()]) {
    const response = await signIn(claims, { nonce: 'n1' });
    t.is(response.status, 401);
    t.is(response.body.error.code, 'authentication_failed');
  }
});

test.serial('a nonce, a code or a name that is null counts as absent', async (t) => {
  const exchanges = apple.tokenRequests.length;
  const response = await signIn(newPersona({ nonce: 'n1' }), {
    nonce: null,
    authorizationCode: null,
    fullName: null,
  });
  t.is(response.status, 200);
  t.is(apple.tokenRequests.length, exchanges);
});

test.serial('tokens that are not from Apple, not for the app or not valid now are 401', async (t) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const good = await apple.idToken(newPersona());
  const [head = '', claims = '', signature = ''] = good.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const forged = (header: Record<string, string>) =>
    new SignJWT({ ...newPersona(), iss: apple.issuer })
      .setProtectedHeader({ alg: 'RS256', ...header })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const attacks = {
    'web audience': await apple.idToken(newPersona({ aud: 'com.example.web' })),
    issuer: await apple.idToken(newPersona({ iss: 'https://example.com' })),
    expired: await apple.idToken(newPersona({ exp: 1000 })),
    'no exp': await apple.idToken(newPersona({ exp: undefined })),
    'no sub': await apple.idToken(newPersona({ sub: undefined })),
    'another key, same kid': await forged({ kid }),
    'another key, unknown kid': await forged({ kid: 'unknown' }),
    'alg none': `${none}.${claims}.`,
    'no signature': `${head}.${claims}.`,
    'altered claims': `${head}.${Buffer.from(JSON.stringify(newPersona())).toString('base64url')}.${signature}`,
    nonsense: 'nonsense',
  };
  for (const [name, identityToken] of Object.entries(attacks)) {
    t.is((await post({ identityToken })).status, 401, name);
  }
  t.is((await post({ identityToken: good })).status, 200);
});

test.serial('missing or malformed bodies are 400', async (t) => {
  for (const body of [
    {},
    { identityToken: '' },
    { identityToken: 7 },
    { identityToken: 'x', fullName: 'Ada' },
  ]) {
    t.is((await post(body)).status, 400);
  }
});

test.serial('the code is exchanged under the bundle id, and the grant kept for revocation', async (t) => {
  const claims = newPersona();
  apple.persona = { sub: claims.sub };
  const { body } = await signIn(claims, { authorizationCode: 'one-time' });
  t.like(apple.tokenRequests.at(-1), { client_id: 'com.example.app', code: 'one-time' });
  const row = await grant(body.user.id);
  t.is(row.client_id, 'com.example.app');
  t.truthy(row.refresh_token);
});

test.serial(
  'a code of another user, or one that Apple refuses, leaves no grant and does not stop the sign-in',
  async (t) => {
    apple.persona = { sub: 'another user' };
    const foreign = await signIn(newPersona(), { authorizationCode: 'stolen' });
    t.is(foreign.status, 200);
    t.is(await grant(foreign.body.user.id), undefined);
    apple.changeResponse = (response) =>
      void Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } });
    t.is((await signIn(newPersona(), { authorizationCode: 'used' })).status, 200);
  },
);

test.serial('an unverified address that is taken is 403', async (t) => {
  const account = await register(client);
  const response = await signIn(newPersona({ email: account.email, email_verified: 'false' }));
  t.is(response.status, 403);
  t.is(response.body.error.code, 'email_unverified');
  const none = await signIn(newPersona({ email: undefined }));
  t.is(none.status, 403);
  t.is(none.body.error.code, 'email_missing');
});

test.serial('an address that only resembles that of a user is 409', async (t) => {
  const account = await register(client);
  const response = await signIn(newPersona({ email: account.email.replace('i', 'ı').replace('u', 'ｕ') }));
  t.is(response.status, 409);
  t.is(response.body.error.code, 'email_taken');
});

test.serial(
  'unknown keys cause few requests to Apple, and rotated ones are found half a minute later',
  async (t) => {
    await signIn(newPersona());
    await apple.rotateKeys();
    const fetches = apple.keyFetches;
    const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(newPersona())));
    t.true(responses.every(({ status }) => status === 401));
    t.is(apple.keyFetches, fetches);
    const realNow = Date.now;
    Date.now = () => realNow() + 31_000;
    try {
      t.is((await signIn(newPersona())).status, 200);
    } finally {
      Date.now = realNow;
    }
  },
);
