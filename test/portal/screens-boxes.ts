import { createCertificate } from '#test/gateway/embedded/certificates.ts';
import { startIdentityProvider } from '#test/modules/identity/providers/identity-provider.ts';
import { LAN_HOST } from '#test/support/browser.ts';
import { freePort } from '#test/support/free-port.ts';
import { startPortal } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';

// The boxes of screens.test.ts. All of them here, because ava takes no test that is declared after a file has waited.

/** Each test has accounts of its own here. A page stays long enough that what is pushed second waits until a person shows it. */
export const portal = await startPortal({ DISPLAY_MIN_DWELL_SECONDS: '3600' });

export const proxiedUrl = () => `http://127.0.0.1:${proxied.config.HTTP_PORT}`;
// Under a name that is no loopback address: what works there works because of TLS.
const certificate = () => createCertificate(LAN_HOST, { issuer: createCertificate('Tests') });
const named = (url: string) => url.replace('127.0.0.1', LAN_HOST);
const tls = await startProxy(proxiedUrl, '/another', certificate());
const plain = await startProxy(proxiedUrl, '/house/placard');
/** A box behind two proxies, of which one has its public address. */
export const proxied = await startPortal({ PUBLIC_URL: plain.url });
export const proxies = { plain: plain.url, tls: named(tls.url) };

const secureProxy = await startProxy(
  () => `http://127.0.0.1:${secureBox.config.HTTP_PORT}`,
  '/placard',
  certificate(),
);
/** Signs in the person that its `persona` describes. */
export const provider = await startIdentityProvider(await freePort());
export const publicUrl = named(secureProxy.url);
/** A box whose own public address is https. */
export const secureBox = await startPortal({
  PUBLIC_URL: publicUrl,
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'our-secret',
  GOOGLE_ISSUER: provider.issuer,
});

export async function closeBoxes(): Promise<void> {
  await Promise.all([portal.close(), proxied.close(), secureBox.close()]);
  await Promise.all([provider.stop(), ...[tls, plain, secureProxy].map((proxy) => proxy.close())]);
}
