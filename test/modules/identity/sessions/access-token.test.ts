import { createHmac, generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { createKeys } from '#shared/keys.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';

const stand = await startStand();
const { client, clock } = stand;
const account = await register(client);
const [row] = await stand.db('identity.signing_keys');
const privateJwk = JSON.parse(
  createKeys(TEST_SECRET).decrypt(row.private_jwk, `identity.signing_keys:${row.kid}`),
);
const key = await importJWK(privateJwk, 'EdDSA');
test.after.always(() => stand.close());

const [header = '', payload = '', signature = ''] = account.accessToken.split('.');
const claims = decode(payload);

function decode(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
/** A token signed with the real key, with claims of the test's own. */
function sign(changed: JWTPayload | Record<string, unknown>, protectedHeader: object = {}): Promise<string> {
  return new SignJWT({ ...claims, ...changed } as JWTPayload)
    .setProtectedHeader({ ...decode(header), ...protectedHeader })
    .sign(key);
}
const me = async (token: string) => (await client.as(token).get('/auth/me')).status;

test('the access token has the specified claims and header', (t) => {
  t.like(decode(header), { alg: 'EdDSA', typ: 'at+jwt', kid: row.kid });
  t.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  t.is(claims.sub, account.userId);
  t.is(claims.exp - claims.iat, 72 * 3600);
});

test('a token that the test signs with unchanged claims is valid, so that the others fail for their own reason', async (t) => {
  t.is(await me(await sign({})), 200);
});

test('tokens that are altered, foreign or incomplete are 401', async (t) => {
  const foreign = generateKeyPairSync('ed25519').privateKey;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const hmac = (secret: string) => {
    const signed = `${encode({ ...decode(header), alg: 'HS256' })}.${payload}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const full = new SignJWT(claims).setProtectedHeader(decode(header));
  const attacks: Record<string, string> = {
    'alg none': `${encode({ ...decode(header), alg: 'none' })}.${payload}.`,
    'alg none, signature kept': `${encode({ ...decode(header), alg: 'none' })}.${payload}.${signature}`,
    'HMAC with the public key': hmac(JSON.stringify(row.public_jwk)),
    'HMAC with its x': hmac(row.public_jwk.x),
    'another Ed25519 key': await full.sign(foreign),
    RS256: await new SignJWT(claims).setProtectedHeader({ ...decode(header), alg: 'RS256' }).sign(rsa),
    'unknown kid': await sign({}, { kid: 'nobody' }),
    'no kid': await sign({}, { kid: undefined }),
    'no typ': await sign({}, { typ: undefined }),
    'another typ': await sign({}, { typ: 'JWT' }),
    'embedded key': await sign({}, { jwk: row.public_jwk, kid: 'mine' }),
    'foreign issuer': await sign({ iss: 'https://example.com' }),
    'foreign audience': await sign({ aud: 'other' }),
    'no audience': await sign({ aud: undefined }),
    'no exp': await sign({ exp: undefined }),
    'exp as text': await sign({ exp: String(claims.exp) }),
    expired: await sign({ exp: Math.floor(clock.now().getTime() / 1000) - 1 }),
    'no sid': await sign({ sid: undefined }),
    'sid of nothing': await sign({ sid: '019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90' }),
    'sid as object': await sign({ sid: { id: claims.sid } }),
    'no sub': await sign({ sub: undefined }),
    'sub of another': await sign({ sub: '019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90' }),
    'no jti': await sign({ jti: undefined }),
    'changed claims, old signature': `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${account.accessToken}.${signature}`,
    padding: `${account.accessToken}==`,
    'standard base64': `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
    empty: '..',
    'the refresh token': account.refreshToken,
  };
  for (const [name, token] of Object.entries(attacks)) t.is(await me(token), 401, name);
  t.is(await me(account.accessToken), 200);
});

test('a signature in another equivalent base64 spelling is 401', async (t) => {
  // 64 bytes end in a character of which only two bits count: three other characters mean the same bytes.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(signature.slice(-1));
  const same = [...alphabet].filter((_, index) => index !== last && index >> 4 === last >> 4);
  t.is(same.length, 15);
  for (const character of same) {
    const other = signature.slice(0, -1) + character;
    t.deepEqual(Buffer.from(other, 'base64url'), Buffer.from(signature, 'base64url'));
    t.is(await me(`${header}.${payload}.${other}`), 401);
  }
});

test('odd Authorization headers are 401', async (t) => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${account.accessToken}`,
    account.accessToken,
    'Bearer a b',
  ]) {
    const response = await client.get('/auth/me', { headers: { authorization } });
    t.is(response.status, 401, authorization);
    t.is(response.headers.get('www-authenticate'), 'Bearer');
  }
  const lower = await client.get('/auth/me', { headers: { authorization: `bearer ${account.accessToken}` } });
  t.is(lower.status, 200, 'the scheme has no case');
});
