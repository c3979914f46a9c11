import type { Body, Result } from '#client/index.ts';
import { placard } from './placard.ts';

export type Webhook = Result<'get_api_app_v1_webhooks'>[number];
export type WebhookWithSecret = Result<'post_api_app_v1_webhooks'>;
export type WebhookEvent = Webhook['events'][number];
export type DeliveryPage = Result<'get_api_app_v1_webhooks_webhookId_deliveries'>;
export type WebhookDelivery = DeliveryPage['items'][number];

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const json = <T>(
  method: Method,
  path: string,
  more: { body?: unknown; query?: Record<string, string> } = {},
) => placard.connection.json<T>({ method, path: `api/app/v1/webhooks${path}`, ...more });
const at = (id: string) => `/${encodeURIComponent(id)}`;

/** The user's webhooks. Every call rejects with a `PlacardError`. */
export const webhooks = {
  list: () => json<Webhook[]>('GET', ''),
  create: (body: Body<'post_api_app_v1_webhooks'>) => json<WebhookWithSecret>('POST', '', { body }),
  change: (id: string, body: Body<'patch_api_app_v1_webhooks_webhookId'>) =>
    json<Webhook>('PATCH', at(id), { body }),
  remove: (id: string) => json<void>('DELETE', at(id)),
  rotate: (id: string) => json<WebhookWithSecret>('POST', `${at(id)}/rotate`),
  /** The newest first. */
  deliveries: (id: string, cursor: string | null) =>
    json<DeliveryPage>('GET', `${at(id)}/deliveries`, { query: { limit: '10', ...(cursor && { cursor }) } }),
  resend: (id: string, deliveryId: string) =>
    json<WebhookDelivery>('POST', `${at(id)}/deliveries${at(deliveryId)}/resend`),
};
