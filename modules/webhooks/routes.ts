import { z } from 'zod';
import { pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { WebhooksContext } from './context.ts';
import { listDeliveries, presentDelivery } from './deliveries/list-deliveries.ts';
import { resendDelivery } from './deliveries/resend-delivery.ts';
import { changeWebhook } from './endpoints/change-webhook.ts';
import { createWebhook } from './endpoints/create-webhook.ts';
import { deleteWebhook } from './endpoints/delete-webhook.ts';
import { listWebhooks, presentWebhook, readWebhook } from './endpoints/read-webhooks.ts';
import { rotateSecret } from './endpoints/rotate-secret.ts';
import {
  changeWebhookBody,
  createWebhookBody,
  delivery,
  deliveryPage,
  deliveryParams,
  webhook,
  webhookParams,
  webhookWithSecret,
} from './schemas.ts';

const tag = 'webhooks';
const notFound = { 404: ['webhook_not_found'] };

export function webhookRoutes(context: WebhooksContext): Route[] {
  const own = (principal: { userId: string }, { webhookId }: { webhookId: string }) => ({
    userId: principal.userId,
    webhookId,
  });
  return [
    route(
      {
        ...{ method: 'post', path: '/webhooks', summary: 'Create a webhook', tag },
        description:
          'Events are posted to `url` in the form of [Standard Webhooks](https://www.standardwebhooks.com), at least once. ' +
          'Events of one display arrive in order, unless one fails for ten minutes. A failed delivery is repeated after 5 s, 30 s, ' +
          '2, 10 and 30 min, 2 h, then every 6 h, for three days.',
        body: createWebhookBody,
        responses: {
          201: {
            description: 'The webhook with its secret, which is shown only now.',
            schema: webhookWithSecret,
          },
        },
        errors: { 409: ['invalid_state'] },
        limit: 'create',
      },
      async ({ principal, body }) => {
        const { endpoint, secret } = await createWebhook(context, { userId: principal.userId, ...body });
        return { status: 201, body: { ...presentWebhook(context, endpoint), secret } };
      },
    ),
    route(
      {
        ...{ method: 'get', path: '/webhooks', summary: 'List your webhooks', tag },
        responses: { 200: { description: 'Newest first.', schema: z.array(webhook) } },
      },
      async ({ principal }) => {
        const endpoints = await listWebhooks(context, principal.userId);
        return { body: endpoints.map((endpoint) => presentWebhook(context, endpoint)) };
      },
    ),
    route(
      {
        ...{ method: 'get', path: '/webhooks/{webhookId}', summary: 'Read a webhook', tag },
        params: webhookParams,
        responses: { 200: { description: 'The webhook.', schema: webhook } },
        errors: notFound,
      },
      async ({ principal, params }) => {
        const endpoint = await readWebhook(context, own(principal, params));
        return { body: presentWebhook(context, endpoint) };
      },
    ),
    route(
      {
        ...{ method: 'patch', path: '/webhooks/{webhookId}', summary: 'Change a webhook', tag },
        params: webhookParams,
        body: changeWebhookBody,
        responses: { 200: { description: 'The webhook as it is now.', schema: webhook } },
        errors: notFound,
      },
      async ({ principal, params, body }) => {
        const endpoint = await changeWebhook(context, own(principal, params), body);
        return { body: presentWebhook(context, endpoint) };
      },
    ),
    route(
      {
        ...{ method: 'delete', path: '/webhooks/{webhookId}', summary: 'Delete a webhook', tag },
        params: webhookParams,
        responses: { 204: { description: 'It is deleted, with its deliveries.' } },
        errors: notFound,
      },
      async ({ principal, params }) => {
        await deleteWebhook(context, own(principal, params));
        return { status: 204 };
      },
    ),
    route(
      {
        method: 'post',
        path: '/webhooks/{webhookId}/rotate',
        summary: 'Rotate the secret of a webhook',
        tag,
        description:
          'For 24 hours the replaced secret signs every message as well, also when the secret is rotated again meanwhile.',
        params: webhookParams,
        responses: {
          200: {
            description: 'The webhook with its new secret, which is shown only now.',
            schema: webhookWithSecret,
          },
        },
        errors: notFound,
      },
      async ({ principal, params }) => {
        const { endpoint, secret } = await rotateSecret(context, own(principal, params));
        return { body: { ...presentWebhook(context, endpoint), secret } };
      },
    ),
    route(
      {
        method: 'get',
        path: '/webhooks/{webhookId}/deliveries',
        summary: 'List deliveries of a webhook',
        tag,
        params: webhookParams,
        query: pageQuery,
        responses: { 200: { description: 'Newest first. Kept for thirty days.', schema: deliveryPage } },
        errors: notFound,
      },
      async ({ principal, params, query }) => {
        const page = await listDeliveries(context, { ...own(principal, params), ...query });
        return { body: page };
      },
    ),
    route(
      {
        ...{ method: 'post', path: '/webhooks/{webhookId}/deliveries/{deliveryId}/resend' },
        ...{ summary: 'Send a delivery again', tag },
        params: deliveryParams,
        responses: {
          202: { description: 'It is sent at once, with the same message id.', schema: delivery },
        },
        errors: { 404: ['webhook_not_found', 'delivery_not_found'], 409: ['invalid_state'] },
      },
      async ({ principal, params }) => {
        const sent = await resendDelivery(context, { userId: principal.userId, ...params });
        return { status: 202, body: presentDelivery(sent) };
      },
    ),
  ];
}
