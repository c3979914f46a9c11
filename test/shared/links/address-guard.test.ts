import test from 'ava';
import { createAddressGuard } from '#shared/links/address-guard.ts';
import { LinkError } from '#shared/links/link-error.ts';

const NAMES: Record<string, string[]> = {
  'hub.lan': ['192.168.1.20'],
  'nas.lan': ['10.0.0.5'],
  'both.lan': ['192.168.1.21', '10.0.0.5'],
  'example.org': ['93.184.216.34'],
};
const guard = createAddressGuard({
  allow: ['192.168.0.0/16', 'fd12:3456::/32', 'printer.lan'],
  interfaces: () => ({}),
  resolve: async (name) => {
    const found = NAMES[name];
    if (!found) throw new Error('unknown name');
    return found.map((address) => ({ address, family: 4 }));
  },
});

for (const address of [
  'http://192.168.1.20/hook',
  'http://192.168.1.20:8123/api/webhook/x',
  'http://[fd12:3456::7]:8123/',
  'http://hub.lan:8123/',
  'http://hub.lan/',
  'http://printer.lan:631/',
  'https://example.org/',
  'https://not-yet-known.example/',
]) {
  test(`${address} is permitted where its network or host is allowed`, (t) =>
    t.notThrowsAsync(guard.checkResolved(new URL(address))));
}

for (const address of [
  'http://10.0.0.5/',
  'http://nas.lan/',
  'http://both.lan/',
  'http://both.lan:8123/',
  'http://example.org:8123/',
  'http://93.184.216.34:22/',
  'http://[fd12:9999::7]/',
  'http://user@hub.lan/',
  'ftp://hub.lan/',
]) {
  test(`${address} is refused, even where others are allowed`, (t) =>
    t.throwsAsync(guard.checkResolved(new URL(address)), { instanceOf: LinkError }));
}
