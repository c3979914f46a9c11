import { type Route, route } from '#shared/http/route.ts';
import { openPortal } from './checkout/open-portal.ts';
import { startCheckout } from './checkout/start-checkout.ts';
import type { StripeContext } from './context.ts';
import { orProcessingUnavailable } from './errors.ts';
import { checkoutBody, received, redirection, webhookBody } from './schemas.ts';
import { receiveEvent } from './webhook/receive-event.ts';

/** Events are a few kilobytes; an invoice of many lines may be more. Nothing is parsed before the signature is checked. */
const WEBHOOK_LIMIT_BYTES = 512 * 1024;

/** For an owner in front of a screen, under `/billing`. */
export function ownerRoutes(context: StripeContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/billing/checkout',
        summary: 'Begin a checkout for a plan',
        description:
          'Answers the page at Stripe on which to pay. The plan changes when Stripe tells that it was paid for.',
        tag: 'billing',
        auth: 'required',
        limit: 'create',
        body: checkoutBody,
        responses: { 200: { description: 'Where to pay.', schema: redirection } },
        errors: { 409: ['invalid_state'], 503: ['processing_unavailable'] },
      },
      async ({ principal, body }) => ({
        status: 200,
        body: { url: await orProcessingUnavailable(startCheckout(context, principal.userId, body)) },
      }),
    ),
    route(
      {
        method: 'post',
        path: '/billing/portal',
        summary: 'Change or cancel what you pay for',
        description: 'Answers the page at Stripe with your subscription, your cards and your invoices.',
        tag: 'billing',
        auth: 'required',
        limit: 'create',
        responses: { 200: { description: 'Where to manage the subscription.', schema: redirection } },
        errors: { 409: ['invalid_state'], 503: ['processing_unavailable'] },
      },
      async ({ principal }) => ({
        status: 200,
        body: { url: await orProcessingUnavailable(openPortal(context, principal.userId)) },
      }),
    ),
  ];
}

/** What Stripe calls, without a prefix. */
export function webhookRoutes(context: StripeContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/billing/webhook/stripe',
        summary: 'Receive an event from Stripe',
        description:
          'Answered as soon as the event is stored; handled once, whatever the number of deliveries.',
        tag: 'billing',
        auth: 'public',
        body: webhookBody,
        bodyType: 'raw',
        bodyLimit: WEBHOOK_LIMIT_BYTES,
        responses: { 200: { description: 'Stored, or known already.', schema: received } },
      },
      async ({ body, headers }) => {
        await receiveEvent(context, body, String(headers['stripe-signature'] ?? ''));
        return { status: 200, body: { received: true } };
      },
    ),
  ];
}
