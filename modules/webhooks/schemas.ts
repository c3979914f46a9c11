import { z } from 'zod';
import { pageOf } from '#shared/http/cursor.ts';
import { idParam } from '#shared/http/id-param.ts';

export const eventTypes = [
  'display.offline',
  'display.online',
  'display.battery_low',
  'presentation.confirmed',
  'presentation.failed',
  'content.ready',
  'content.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

const timestamp = z.iso.datetime();
const id = z.uuid();

export const webhookParams = z.object({ webhookId: idParam });
export const deliveryParams = z.object({ webhookId: idParam, deliveryId: idParam });

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

const url = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => /^https?:/i.test(text) && URL.canParse(text), {
    error: 'must be an address that starts with http:// or https://.',
  })
  .refine((text) => !hasCredentials(text), {
    error:
      'must not contain a user name or password, because the address is stored and shown. Check the signature of the messages instead, or end the address in a word that cannot be guessed.',
  })
  .meta({ examples: ['https://example.org/placard'] });
const events = z
  .array(z.enum(eventTypes))
  .min(1, 'must name at least one event.')
  .max(eventTypes.length)
  .transform((types) => [...new Set(types)])
  .meta({ examples: [['display.offline', 'presentation.failed']] });

export const createWebhookBody = z.strictObject({ url, events });
export const changeWebhookBody = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  active: z
    .boolean()
    .optional()
    .meta({ description: '`false` pauses it; `true` also resumes one that was switched off.' }),
});

export const webhook = z
  .object({
    id,
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    active: z.boolean(),
    offReason: z.enum(['paused', 'failing', 'gone']).nullable().meta({
      description:
        '`paused` by its owner; `failing`: an event could not be delivered for three days and no other was; `gone`: the receiver returned 410.',
    }),
    offSince: timestamp.nullable(),
    lastSuccessAt: timestamp.nullable(),
    previousSecretUntil: timestamp
      .nullable()
      .meta({ description: 'Until when the secret before the last rotation still signs.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' });
export type WebhookDto = z.output<typeof webhook>;

export const webhookWithSecret = webhook
  .extend({
    secret: z.string().meta({ description: 'Signs every message. Shown only now.', examples: ['whsec_…'] }),
  })
  .meta({ id: 'WebhookWithSecret' });

export const delivery = z
  .object({
    id,
    messageId: z
      .string()
      .meta({ description: 'The `webhook-id` of the message, the same for every attempt.' }),
    type: z.enum(eventTypes),
    displayId: id.nullable(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    nextAttemptAt: timestamp.nullable(),
    responseStatus: z.number().int().nullable(),
    error: z.string().nullable(),
    body: z.string().meta({ description: 'The bytes that are sent, JSON.' }),
    deliveredAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryDto = z.output<typeof delivery>;
export const deliveryPage = pageOf(delivery).meta({ id: 'WebhookDeliveryPage' });
