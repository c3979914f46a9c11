import { createCertificate } from '#test/gateway/embedded/certificates.ts';
import { LAN_HOST } from '#test/support/browser.ts';
import { startPortal } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';
import { closeBoxes as closeCommonBoxes, google } from './boxes.ts';

export * from './boxes.ts';

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
export const publicUrl = named(secureProxy.url);
/** A box whose own public address is https. */
export const secureBox = await startPortal({ PUBLIC_URL: publicUrl, ...google });

export async function closeBoxes(): Promise<void> {
  await Promise.all([closeCommonBoxes(), proxied.close(), secureBox.close()]);
  await Promise.all([tls, plain, secureProxy].map((proxy) => proxy.close()));
}
