import { appleSettings } from '#test/modules/identity/providers/apple-settings.ts';
import { startIdentityProvider } from '#test/modules/identity/providers/identity-provider.ts';
import { freePort } from '#test/support/free-port.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { type Account, type Portal, startPortal } from '#test/support/portal.ts';
import { standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
// Behind index.ts: an invite as `make user-invite` writes it.
import { createInvite } from '../../../modules/identity/accounts/invites.ts';
import { furnish } from './furnish.ts';

/** Boxes, their users, and stand-ins for payment and sign-in. */
export interface Stage {
  boxes: { home: Portal; empty: Portal; hosted: Portal };
  people: Record<'owner' | 'newcomer' | 'crowd' | 'guest' | 'subscriber', Account>;
  ids: Awaited<ReturnType<typeof furnish>>;
  close(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const [home, empty] = [await startPortal(), await startPortal()];
  const { hosted, guest, subscriber, close } = await setHosted();
  const [owner, newcomer, crowd] = [
    await home.account('anna'),
    await home.account('newcomer'),
    await home.account('crowd'),
  ];
  return {
    boxes: { home, empty, hosted },
    people: { owner, newcomer, crowd, guest, subscriber },
    ids: await furnish(home, owner, crowd),
    close: async () => void (await Promise.all([home.close(), empty.close(), close()])),
  };
}

/** A box for several users: by invitation, with providers and plans. */
async function setHosted() {
  const provider = await startIdentityProvider(await freePort());
  const stripe = await startStripeStandIn({ retryMs: 100 });
  const hosted = await startPortal({
    REGISTRATION: 'invite',
    GOOGLE_CLIENT_ID: 'our-client',
    GOOGLE_CLIENT_SECRET: 'our-secret',
    GOOGLE_ISSUER: provider.issuer,
    ...appleSettings(provider.issuer),
    ...standInSettings(stripe.url),
  });
  stripe.webhooks.options.url = `${hosted.url}/billing/webhook/stripe`;
  const invited = async (name: string) =>
    hosted.account(name, await createInvite(hosted.app.db, new Date(), 1));
  const [guest, subscriber] = [await invited('grace'), await invited('konrad')];
  const picture = await encode(drawPhotograph(800, 480)).jpeg().toBuffer();
  // A user with a password, who signs in with the provider from now on.
  const { email, username } = await invited('lea');
  provider.persona = { sub: 'lea', email, email_verified: true, name: username };
  for (const account of [guest, subscriber]) {
    const { id } = await hosted.wall(account, 'Kitchen');
    // The free plan allows no more.
    for (let n = 0; n < 3; n++) await hosted.push(account, `${id}?mode=hardcode`, picture);
  }
  await pay(subscriber);
  return {
    hosted,
    guest,
    subscriber,
    close: () => Promise.all([hosted.close(), provider.stop(), stripe.close()]),
  };
}

/** Changes to the other plan, as its page does. */
async function pay({ client }: Account): Promise<void> {
  const path = '/api/app/v1/billing';
  const { body } = await client.post(`${path}/checkout`, { body: { plan: 'pro', interval: 'month' } });
  await fetch(body.url, { method: 'POST', redirect: 'manual' });
  while ((await client.get(path)).body.plan !== 'pro')
    await new Promise((resolve) => setTimeout(resolve, 50));
}
