import test from 'ava';
import { createKeys, equalStrings, type KeyPurpose, sha256 } from '#shared/keys.ts';

const SECRET = 'a secret of exactly forty characters ok!';
const keys = createKeys(SECRET);

test('the same secret always makes the same keys, so that signatures stay valid after upgrades', (t) => {
  t.is(keys.sign('storage', 'text'), '6l73tOu1tHCwHXsEvJ6bc6eJlJccXOmR29plGZMsR6k');
  t.is(keys.sign('cursor', 'text'), 'UzxbdGPPjcCycbmGrn8VqUk46hP3MzPZvuiDZeeXM3U');
});

test('each purpose has a key of its own', (t) => {
  const purposes: KeyPurpose[] = ['storage', 'cursor', 'encryption', 'secret-check', 'cookie'];
  t.is(new Set(purposes.map((purpose) => keys.sign(purpose, 'text'))).size, purposes.length);
  t.true(keys.verify('storage', 'text', keys.sign('storage', 'text')));
  t.false(keys.verify('cursor', 'text', keys.sign('storage', 'text')));
  t.false(createKeys(`${SECRET}!`).verify('storage', 'text', keys.sign('storage', 'text')));
});

test('a signature has one spelling', (t) => {
  const signature = keys.sign('storage', 'text');
  const last = signature.at(-1) as string;
  const bits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sameBytes = bits[bits.indexOf(last) ^ 1] as string; // differs in a bit that decoding drops
  t.deepEqual(
    Buffer.from(signature.slice(0, -1) + sameBytes, 'base64url'),
    Buffer.from(signature, 'base64url'),
  );
  for (const other of [
    signature.slice(0, -1) + sameBytes,
    `${signature}=`,
    `${signature} `,
    signature.slice(1),
    '',
  ])
    t.false(keys.verify('storage', 'text', other), other);
});

test('an encrypted value can be decrypted only in its own place', (t) => {
  const sealed = keys.encrypt('refresh token \u{1f511}', 'row 1');
  t.not(sealed, keys.encrypt('refresh token \u{1f511}', 'row 1'));
  t.false(Buffer.from(sealed, 'base64url').includes('refresh'));
  t.is(keys.decrypt(sealed, 'row 1'), 'refresh token \u{1f511}');
  t.throws(() => keys.decrypt(sealed, 'row 2'));
  t.throws(() => createKeys(`${SECRET}!`).decrypt(sealed, 'row 1'));
});

test('an altered or shortened cipher text is refused', (t) => {
  const bytes = Buffer.from(keys.encrypt('text', 'row'), 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const altered = Buffer.from(bytes);
    altered[i] = (altered[i] as number) ^ 1;
    t.throws(() => keys.decrypt(altered.toString('base64url'), 'row'));
  }
  for (const length of [0, 5, 12, 20, 27, bytes.length - 1])
    t.throws(
      () => keys.decrypt(bytes.subarray(0, length).toString('base64url'), 'row'),
      undefined,
      String(length),
    );
});

test('equal texts have equal hashes and compare as equal', (t) => {
  t.true(equalStrings('same', 'same'));
  for (const other of ['Same', 'sam', 'samee', '', 'sämé']) t.false(equalStrings('same', other));
  t.is(sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'); // FIPS 180-2, B.1
});
