import { startPortal } from '#test/support/portal.ts';
import { standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { closeBoxes as closeCommonBoxes } from './boxes.ts';

export * from './boxes.ts';

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
  await Promise.all([closeCommonBoxes(), emptyBox.close(), byInvitation.close(), standIn.close()]);
}
