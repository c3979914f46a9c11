import test from 'ava';
import { createAddressLimit } from '#shared/address-limit.ts';
import { callerKey, normalizeAddress } from '#shared/addresses.ts';

const plain: [string, string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::', '::'],
  ['::1', '::1'],
  ['', ''],
  ['no address', 'no address'],
];
for (const [written, expected] of plain) {
  test(`the address "${written}" is "${expected}"`, (t) => t.is(normalizeAddress(written), expected));
}

test('an IPv6 network of 64 bits counts as one caller, and so does an IPv4 address', (t) => {
  const network = callerKey('2001:db8:0:1::7');
  for (const same of ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:0DB8:0:1::', '2001:db8:0:1:a:b:192.0.2.1'])
    t.is(callerKey(same), network, same);
  t.not(callerKey('2001:db8:0:2::7'), network);
  t.is(callerKey('fe80::1%eth0'), callerKey('fe80::2%wlan0'));
  t.is(callerKey('::ffff:192.0.2.7'), '192.0.2.7');
  t.not(callerKey('::ffff:192.0.2.7'), callerKey('::ffff:192.0.2.8'));
});

test('a limit per address applies to a whole network, and a place is freed under any of its addresses', (t) => {
  const limit = createAddressLimit(2);
  t.true(limit.take('2001:db8::1'));
  t.true(limit.take('2001:db8::2%eth0'));
  t.false(limit.take('2001:db8::3'));
  t.true(limit.take('::ffff:192.0.2.7'));
  t.true(limit.take('::ffff:192.0.2.8'));
  limit.release('2001:db8::2');
  t.true(limit.take('2001:db8::3'));
});
