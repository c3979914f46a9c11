import test from 'ava';
import { ProxyHeaderFault, parseProxyHeader } from '#shared/proxy-protocol/parse-header.ts';
import { writeProxyHeader } from '#shared/proxy-protocol/write-header.ts';

const SIGNATURE = '0d0a0d0a000d0a515549540a';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const line = (text: string) => Buffer.from(`${text}\r\n`);
const addresses4 = 'c0000207 0a000001 ea60 075b';
const v6 = '20010db8000000000000000000000007';

const good: [string, Buffer, string | null][] = [
  ['v1 over IPv4', line('PROXY TCP4 192.0.2.7 10.0.0.1 60000 1883'), '192.0.2.7'],
  ['v1 over IPv6', line('PROXY TCP6 2001:db8::7 2001:db8::1 60000 1883'), '2001:db8::7'],
  ['v1 of a proxy that cannot tell', line('PROXY UNKNOWN'), null],
  ['v1 of one that tells it anyway', line('PROXY UNKNOWN ffff::1 ffff::2 1 2'), null],
  ['v2 over IPv4', hex(`${SIGNATURE} 21 11 000c ${addresses4}`), '192.0.2.7'],
  ['v2 over IPv6', hex(`${SIGNATURE} 21 21 0024 ${v6} ${v6} ea60 075b`), '2001:db8::7'],
  [
    'v2 with an IPv4 address in an IPv6 one',
    hex(`${SIGNATURE} 21 21 0024 00000000000000000000ffffc0000207 ${v6} ea60 075b`),
    '192.0.2.7',
  ],
  [
    'v2 with more than addresses',
    hex(`${SIGNATURE} 21 11 0014 ${addresses4} 04 0005 0000000000`),
    '192.0.2.7',
  ],
  ['v2 of a health check', hex(`${SIGNATURE} 20 00 0000`), null],
  ['v2 of a local socket', hex(`${SIGNATURE} 21 31 0004 00000000`), null],
];

for (const [what, header, source] of good) {
  test(`read: ${what}, in pieces of any size`, (t) => {
    const bytes = Buffer.concat([header, Buffer.from('what follows')]);
    const parsed = parseProxyHeader(bytes);
    t.is(parsed?.source, source);
    t.is(parsed?.length, header.length);
    for (let length = 1; length < header.length; length++)
      t.is(parseProxyHeader(bytes.subarray(0, length)), null, `${length} bytes`);
  });
}

const bad: [string, Buffer][] = [
  ['MQTT', hex('101000044d515454')],
  ['a beginning that goes on differently', Buffer.from('PROXX TCP4')],
  ['half a signature and then something else', hex('0d0a0d0a000d0a00')],
  ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(96)}`)],
  ['an address that is none', line('PROXY TCP4 192.0.2.777 10.0.0.1 60000 1883')],
  ['an address of the other family', line('PROXY TCP4 2001:db8::7 2001:db8::1 60000 1883')],
  ['a line with something missing', line('PROXY TCP4 192.0.2.7 10.0.0.1 60000')],
  ['an unknown family', line('PROXY UDP4 192.0.2.7 10.0.0.1 60000 1883')],
  ['version 3', hex(`${SIGNATURE} 31 11 000c ${addresses4}`)],
  ['an unknown command', hex(`${SIGNATURE} 22 11 000c ${addresses4}`)],
  ['too few bytes for its addresses', hex(`${SIGNATURE} 21 11 0008 c0000207 0a000001`)],
  ['65,535 bytes', hex(`${SIGNATURE} 21 11 ffff`)],
];

for (const [what, bytes] of bad) {
  test(`refused at once: ${what}`, (t) => {
    t.throws(() => parseProxyHeader(bytes), { instanceOf: ProxyHeaderFault });
  });
}

for (const [address, read] of [
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
] as const) {
  test(`our own header for ${address} has that address and its proof`, (t) => {
    const header = writeProxyHeader(address, (text) => `signed ${text.length}`);
    const parsed = parseProxyHeader(header);
    t.is(parsed?.source, read);
    t.is(parsed?.length, header.length);
    t.is(parsed?.proof?.signature, `signed ${parsed?.proof?.of.length}`);
  });
}
