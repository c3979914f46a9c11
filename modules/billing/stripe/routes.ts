import { type Route, route } from '#shared/http/route.ts';
import { openPortal } from './checkout/open-portal.ts';
import { startCheckout } from './checkout/start-checkout.ts';
import type { StripeContext } from './context.ts';
import { refuseIfStripeFails } from './errors.ts';
import { checkoutBody, received, redirection, webhookBody } from './schemas.ts';
import { receiveEvent } from './webhook/receive-event.ts';

/** Events have a few kilobytes; an invoice with many lines has more. The signature is checked before the body is parsed. */
const WEBHOOK_LIMIT_BYTES = 512 * 1024;

/** For sessions, under `/billing`. */
export function ownerRoutes(context: StripeContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/billing/checkout',
        summary: 'Begin a checkout for a plan',
        description:
          'Returns the page at Stripe on which to pay. The plan changes when Stripe reports the payment.',
        tag: 'billing',
        limit: 'create',
        body: checkoutBody,
        responses: { 200: { description: 'The page for the payment.', schema: redirection } },
        errors: { 409: ['invalid_state'], 503: ['processing_unavailable'] },
      },
      async ({ principal, body }) => ({
        body: { url: await refuseIfStripeFails(startCheckout(context, principal.userId, body)) },
      }),
    ),
    route(
      {
        method: 'post',
        path: '/billing/portal',
        summary: 'Change or cancel your subscription',
        description: 'Returns the page at Stripe with your subscription, your cards and your invoices.',
        tag: 'billing',
        limit: 'create',
        responses: { 200: { description: 'The page for the subscription.', schema: redirection } },
        errors: { 409: ['invalid_state'], 503: ['processing_unavailable'] },
      },
      async ({ principal }) => ({
        body: { url: await refuseIfStripeFails(openPortal(context, principal.userId)) },
      }),
    ),
  ];
}

/** The webhook that Stripe calls, without a prefix. */
export function webhookRoutes(context: StripeContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/billing/webhook/stripe',
        summary: 'Receive an event from Stripe',
        description:
          'Responds as soon as the event is stored. Each event is handled once, even if it is delivered several times.',
        tag: 'billing',
        auth: 'public',
        body: webhookBody,
        bodyType: 'raw',
        bodyLimit: WEBHOOK_LIMIT_BYTES,
        responses: { 200: { description: 'Stored, or known already.', schema: received } },
      },
      async ({ body, headers }) => {
        await receiveEvent(context, body, String(headers['stripe-signature'] ?? ''));
        return { body: { received: true } };
      },
    ),
  ];
}
