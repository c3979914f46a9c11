import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { display, displayErrors, displayParams, uuid } from '../schemas.ts';
import { activatePresentation } from './activate-presentation.ts';
import { advanceQueue } from './advance-queue.ts';
import { deleteQueueEntry } from './delete-queue-entry.ts';
import { showQueueEntry } from './show-queue-entry.ts';

/** Under both prefixes. */
export function deliveryRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/displays/{displayId}/current',
        summary: 'Show a delivered presentation again',
        tag: 'displays',
        description:
          'The shown presentation expires, and so does a pending one. `currentPresentationId` follows when the panel confirms. Ignores the dwell time; no AI runs and no quota is used.',
        params: displayParams,
        body: z.object({ presentationId: uuid }),
        responses: { 200: { description: 'The display.', schema: z.object({ display }) } },
        errors: {
          ...displayErrors,
          404: ['display_not_found', 'presentation_not_found'],
          409: ['presentation_not_deliverable'],
        },
      },
      async ({ principal, params, body }) => ({
        body: {
          display: await activatePresentation(context, { userId: principal.userId, ...params, ...body }),
        },
      }),
    ),
    route(
      {
        method: 'post',
        path: '/displays/{displayId}/advance',
        summary: 'Publish the next queue entry now',
        tag: 'displays',
        description: 'Ignores the dwell time. `changed` is false when the queue is empty.',
        params: displayParams,
        responses: {
          200: { description: 'The display.', schema: z.object({ display, changed: z.boolean() }) },
        },
        errors: displayErrors,
      },
      async ({ principal, params }) => ({
        body: await advanceQueue(context, { userId: principal.userId, ...params }),
      }),
    ),
  ];
}

const queueEntry = {
  tag: 'displays',
  params: z.object({ displayId: uuid, presentationId: uuid }),
  errors: {
    ...displayErrors,
    404: ['display_not_found', 'presentation_not_found'],
    409: ['invalid_state'],
  },
};

/** Under the app prefix only. */
export function queueRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        ...queueEntry,
        method: 'post',
        path: '/displays/{displayId}/queue/{presentationId}/show',
        summary: 'Publish this queue entry now',
        description: 'Ignores the dwell time. Entries before it stay in the queue.',
        responses: { 200: { description: 'The display.', schema: z.object({ display }) } },
      },
      async ({ principal, params }) => ({
        body: { display: await showQueueEntry(context, { userId: principal.userId, ...params }) },
      }),
    ),
    route(
      {
        ...queueEntry,
        method: 'delete',
        path: '/displays/{displayId}/queue/{presentationId}',
        summary: 'Remove a presentation from the queue',
        responses: {
          200: { description: 'The presentation has expired.', schema: z.object({ ok: z.literal(true) }) },
        },
      },
      async ({ principal, params }) => {
        await deleteQueueEntry(context, { userId: principal.userId, ...params });
        return { body: { ok: true } };
      },
    ),
  ];
}
