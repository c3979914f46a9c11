import test from 'ava';
import { createKeys } from '#shared/keys.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
// Behind index.ts: two processes with clocks of their own, and keys that are replaced between them.
import { createAccessTokens } from '../../../../modules/identity/sessions/access-token.ts';
import {
  createSigningKeys,
  deleteRetiredKeys,
  rotateSigningKey,
} from '../../../../modules/identity/sessions/signing-keys.ts';
import { startStand } from '../stand.ts';

const stand = await startStand();
const { db, clock } = stand;
const keys = createKeys(TEST_SECRET);
test.after.always(() => stand.close());
test.beforeEach(() => db('identity.signing_keys').delete());

/** What one process has: its own cache of the keys. */
const newProcess = () => createAccessTokens(createSigningKeys({ db, keys, clock }), clock, 72);
const session = () => ({ id: 's', userId: 'u', expiresAt: new Date(clock.now().getTime() + 1e10) });
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test.serial('processes that start at once share one first key', async (t) => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => newProcess().issue(session())));
  t.is(new Set(tokens.map(kidOf)).size, 1);
  t.is((await db('identity.signing_keys')).length, 1);
});

test.serial('after a rotation old tokens stay valid and every process accepts new ones', async (t) => {
  const [one, two] = [newProcess(), newProcess()];
  const before = await one.issue(session());
  t.truthy(await two.verify(before));
  clock.move({ seconds: 1 });
  const kid = await rotateSigningKey(db, keys, clock.now());
  const after = await newProcess().issue(session());
  t.is(kidOf(after), kid);
  t.truthy(await one.verify(after), 'a key that was made since it looked');
  t.truthy(await two.verify(before));
  t.truthy(await newProcess().verify(before));
  t.is(kidOf(await one.issue(session())), kid, 'it signs with the new one from then on');
});

test.serial('a key is dropped when its last token has expired, and the newest never', async (t) => {
  const old = await newProcess().issue(session());
  clock.move({ hours: 1 });
  await rotateSigningKey(db, keys, clock.now());
  clock.move({ hours: 72 });
  await deleteRetiredKeys(db, clock.now(), 72);
  t.is((await db('identity.signing_keys')).length, 2);
  clock.move({ hours: 2 });
  await deleteRetiredKeys(db, clock.now(), 72);
  t.is((await db('identity.signing_keys')).length, 1);
  t.is(await newProcess().verify(old), null);
  clock.move({ days: 1000 });
  await deleteRetiredKeys(db, clock.now(), 72);
  t.is((await db('identity.signing_keys')).length, 1);
});

test.serial('private keys are stored encrypted', async (t) => {
  await newProcess().issue(session());
  const [row] = await db('identity.signing_keys');
  t.deepEqual(Object.keys(row.public_jwk).sort(), ['crv', 'kty', 'x']);
  t.throws(() =>
    createKeys('another secret of some 32 characters').decrypt(
      row.private_jwk,
      `identity.signing_keys:${row.kid}`,
    ),
  );
});

test.serial('many unknown key ids cause few look-ups', async (t) => {
  const process = newProcess();
  const good = await process.issue(session());
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'at+jwt', kid: 'nobody' })).toString(
    'base64url',
  );
  const forged = [header, ...good.split('.').slice(1)].join('.');
  let queries = 0;
  db.on('query', () => {
    queries += 1;
  });
  const responses = await Promise.all(Array.from({ length: 500 }, () => process.verify(forged)));
  t.true(responses.every((response) => response === null));
  t.true(queries <= 2, String(queries));
});
