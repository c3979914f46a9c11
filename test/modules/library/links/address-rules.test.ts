import test from 'ava';
import { createAddressGuard } from '#shared/links/address-guard.ts';
import { isForbiddenAddress } from '#shared/links/address-rules.ts';
// Behind index.ts: the rules for addresses, with a resolver of the test.
import { createLinkClient, LinkError } from '../../../../modules/library/links/fetch-link.ts';

/** Private, loopback, link-local, shared, multicast, reserved, documentation; metadata services; all the ways to wrap one in IPv6. */
const hostile = `
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.254 127.0.0.1 127.255.255.254
168.63.129.16 169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.8 192.0.0.192 192.0.2.1 192.88.99.1
192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::127.0.0.1 ::7f00:1 ::169.254.169.254 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::ffff:0:127.0.0.1
64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1
2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2002:808:808::1 3ffe::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fd12:3456::1
fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1 2606:4700::200:5efe:10.0.0.1 2606:4700::5efe:a00:1 nonsense 1.2.3 1.2.3.4.5
`
  .trim()
  .split(/\s+/);
for (const address of hostile) test(`${address} is forbidden`, (t) => t.true(isForbiddenAddress(address)));

const open =
  '1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 168.63.129.17 192.169.0.1 223.255.255.254 2606:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888 2003::1';
for (const address of open.split(' ')) test(`${address} is not`, (t) => t.false(isForbiddenAddress(address)));

const links = `
http://127.0.0.1/ http://127.1/ http://2130706433/ http://0x7f000001/ http://0x7f.1/ http://0177.0.0.1/ http://017700000001/ http://0/
http://127.0.0.1./ http://[::1]/ http://[::127.0.0.1]/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[0:0:0:0:0:0:0:1]/
http://[64:ff9b::7f00:1]/ http://[2002:7f00:1::]/ http://[fd00:ec2::254]/ http://[fe80::1]/ http://169.254.169.254/latest/meta-data/
http://168.63.129.16/ http://100.100.100.200/ http://192.168.1.1/ http://10.1/ http://①②⑦.⓪.⓪.①/ http://127。0。0。1/
http://user@example.org/ http://user:secret@example.org/ http://:secret@example.org/ http://example.org:22/ http://example.org:8080/
https://example.org:6379/ ftp://example.org/ file:///etc/passwd gopher://example.org/ data:text/html,x javascript:1 ws://example.org/
http://[::1 http://exa%00mple.org/ //example.org x
`
  .trim()
  .split(/\s+/);
const client = createLinkClient({
  allow: [],
  resolve: async () => {
    throw new Error('nothing may be resolved');
  },
});
for (const link of links) {
  test(`${link} is refused before anything is resolved`, async (t) => {
    const error = await t.throwsAsync(client.fetch(link, ['text/html']), { instanceOf: LinkError });
    t.true(['bad_address', 'forbidden_address'].includes(error!.failure), error!.failure);
  });
}

test('names and public addresses on the two ports are allowed', (t) => {
  for (const link of [
    'http://example.org',
    'https://example.org:443/',
    'http://example.org:443/',
    'https://example.org:80/',
    'http://1.1.1.1/',
    'http://[2606:4700::1111]/',
  ]) {
    t.notThrows(() => createAddressGuard({ allow: [] }).check(new URL(link)), link);
  }
});

test('a name is refused when any of its addresses is forbidden, without naming that address', async (t) => {
  for (const address of hostile.filter((each) => each.includes('.') || each.includes(':'))) {
    const client = createLinkClient({
      allow: [],
      connectMs: 500,
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ],
    });
    const error = await t.throwsAsync(client.fetch('https://example.org/', ['text/html']), {
      instanceOf: LinkError,
    });
    t.is(error!.failure, 'forbidden_address', address);
    t.false(error!.message.includes(address));
  }
});
