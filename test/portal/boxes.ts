import { registerCompletionHandler } from 'ava';
import { createCertificate } from '#test/gateway/embedded/certificates.ts';
import { startIdentityProvider } from '#test/modules/identity/providers/identity-provider.ts';
import { LAN_HOST } from '#test/support/browser.ts';
import { freePort } from '#test/support/free-port.ts';
import { type Account, startPortal } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';
import { standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { openBrowser } from '#test/support/visit.ts';

// The boxes that the tests of the portal share. All of their modules import this one, so that they are declared at the same moment,
// once every box runs: ava accepts no test that is declared later.

/** Signs in the person in its `persona`. */
export const provider = await startIdentityProvider(await freePort());
/** The settings of a box with this provider. */
const google = {
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'our-secret',
  GOOGLE_ISSUER: provider.issuer,
};

// A name that is not a loopback address, so that what works there works because of TLS.
const certificate = () => createCertificate(LAN_HOST, { issuer: createCertificate('Tests') });
const named = (url: string) => url.replace('127.0.0.1', LAN_HOST);
export const proxiedUrl = (): string => `http://127.0.0.1:${proxied.config.HTTP_PORT}`;
const secureUrl = (): string => `http://127.0.0.1:${secureBox.config.HTTP_PORT}`;
export const standIn = await startStripeStandIn({ retryMs: 100 });
const tls = await startProxy(proxiedUrl, '/another', certificate());
const plain = await startProxy(proxiedUrl, '/house/placard');
const secureProxy = await startProxy(secureUrl, '/placard', certificate());
export const proxies = { plain: plain.url, tls: named(tls.url) };
export const publicUrl = named(secureProxy.url);

// Each start waits for Postgres, sockets and threads, so that all of them together take little longer than one.
export const [portal, emptyBox, byInvitation, proxied, secureBox] = await Promise.all([
  // Each test has its own accounts here. Pushes are shown at once.
  startPortal({ LINK_FETCH_ALLOW: '127.0.0.1', WEBHOOK_ALLOW: '127.0.0.1', ...google }),
  // Without an account at first, and with limits. Only one test uses it.
  startPortal({ REGISTRATION: 'open', RATE_LIMITS: 'on', RATE_PREVIEW_PER_MINUTE: '1' }),
  // By invitation, and with plans.
  startPortal({ REGISTRATION: 'invite', ...standInSettings(standIn.url) }),
  // Behind two proxies, one of which has its public address.
  startPortal({ PUBLIC_URL: plain.url }),
  // Its own public address is https.
  startPortal({ PUBLIC_URL: publicUrl, ...google }),
  openBrowser(),
]);
standIn.webhooks.options.url = `${byInvitation.url}/billing/webhook/stripe`;

/** A display whose pages stay long enough that the second push waits until a person shows it. */
export async function patientWall(account: Account, nickname: string): ReturnType<typeof portal.wall> {
  const wall = await portal.wall(account, nickname);
  const body = { dwellSeconds: 3600 };
  const { status, text } = await account.client.patch(`/api/app/v1/displays/${wall.id}`, { body });
  if (status !== 200) throw new Error(text);
  return wall;
}

let closing: Promise<void> | undefined;

export function closeBoxes(): Promise<void> {
  closing ??= close();
  return closing;
}
// Without tests, for instance if `--match` matches none, there are no hooks either.
registerCompletionHandler(() => void closeBoxes());

async function close(): Promise<void> {
  await Promise.all([portal, emptyBox, byInvitation, proxied, secureBox, standIn].map((box) => box.close()));
  await Promise.all([provider.stop(), ...[tls, plain, secureProxy].map((proxy) => proxy.close())]);
}
