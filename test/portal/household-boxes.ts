import { startIdentityProvider } from '#test/modules/identity/providers/identity-provider.ts';
import { freePort } from '#test/support/free-port.ts';
import { startPortal } from '#test/support/portal.ts';
import { standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';

// The boxes of household.test.ts. All of them here, because ava takes no test that is declared after a file has waited.

/** Signs in the person that its `persona` describes. */
export const provider = await startIdentityProvider(await freePort());

/** Each test has accounts of its own here. What is pushed is shown at once. */
export const portal = await startPortal({
  LINK_FETCH_ALLOW: '127.0.0.1',
  WEBHOOK_ALLOW: '127.0.0.1',
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'our-secret',
  GOOGLE_ISSUER: provider.issuer,
});

/** Without an account at first, and with limits. */
export const emptyBox = await startPortal({
  REGISTRATION: 'open',
  RATE_LIMITS: 'on',
  RATE_PREVIEW_PER_MINUTE: '1',
});

export const standIn = await startStripeStandIn({ retryMs: 100 });
/** Asks for invitations, and has plans. */
export const byInvitation = await startPortal({ REGISTRATION: 'invite', ...standInSettings(standIn.url) });
standIn.webhooks.options.url = `${byInvitation.url}/billing/webhook/stripe`;

export async function closeBoxes(): Promise<void> {
  await Promise.all([portal.close(), emptyBox.close(), byInvitation.close()]);
  await Promise.all([provider.stop(), standIn.close()]);
}
