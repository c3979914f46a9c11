import type { Queue } from 'pg-boss';
import { z } from 'zod';

/** A kind of background work: its name, the shape of its payload (ids only, no secrets), and how it is retried. */
export interface QueueSpec<Payload extends z.ZodObject = z.ZodObject> {
  name: string;
  payload: Payload;
  options: Omit<Queue, 'name'>;
}

const defaults: Omit<Queue, 'name'> = {
  notify: true,
  retryLimit: 2, // three attempts in all
  retryDelay: 1,
  retryBackoff: true,
  expireInSeconds: 120,
  // A killed worker stops renewing its jobs; after this long they are handed to another one.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 3600,
};

function queue<Payload extends z.ZodObject>(
  name: string,
  payload: Payload,
  options: Omit<Queue, 'name'> = {},
): QueueSpec<Payload> {
  return { name, payload, options: { ...defaults, ...options } };
}

/** Stripe may be down for hours: after ten quick attempts one every quarter of an hour, for about ten hours. */
const stripeRetries: Omit<Queue, 'name'> = { retryLimit: 50, retryDelayMax: 900 };

/** Every queue there is. `make migrate` creates them; nobody else does. */
export const queues = {
  /** Render tasks whose last attempt died with its process. Before `renderTask`, which names it. */
  renderTaskLost: queue('display.render-task-lost', z.object({ taskId: z.uuid() }), { retryLimit: 10 }),
  /** Render one task of the display module (a panel's frames, a rendition, a system page). */
  renderTask: queue('display.render-task', z.object({ taskId: z.uuid() }), {
    deadLetter: 'display.render-task-lost',
  }),
  /** Runs of the library module whose job died for good. Before `runAnalyses`, which names it. */
  analysesLost: queue('library.analyses-lost', z.object({}), { retryLimit: 10 }),
  /** Work on the analyses that wait. Names the one that it was sent for; whichever is due is worked on. */
  runAnalyses: queue('library.run-analyses', z.object({ analysisId: z.uuid() }), {
    deadLetter: 'library.analyses-lost',
    // A run may wait for links, pictures to be read and a model; its lease says whether it is alive.
    expireInSeconds: 900,
  }),
  /** Draw pages that a request waits for: what is late is of no use, so it is not tried again. */
  drawPreview: queue('library.draw-preview', z.object({ previewId: z.uuid() }), {
    retryLimit: 0,
    expireInSeconds: 60,
  }),
  /** Make the archive of a run that is over. */
  archiveAnalysis: queue('library.archive-analysis', z.object({ analysisId: z.uuid() })),
  /** Scheduled runs that are due, and runs that nothing works on. Sent when there are any. */
  tendAnalyses: queue('library.tend-analyses', z.object({}), { policy: 'exclusive', expireInSeconds: 55 }),
  /** Read what a customer pays for from Stripe: an event named them, or it is time again. */
  syncCustomer: queue(
    'billing.sync-customer',
    z.object({ customerId: z.string().min(1), eventId: z.string().optional() }),
    stripeRetries,
  ),
  /** End everything that a customer of a deleted account has at Stripe. */
  removeCustomer: queue(
    'billing.remove-customer',
    z.object({ customerId: z.string().min(1) }),
    stripeRetries,
  ),
  /** Remove stored objects under a prefix (a deleted account's or content's). */
  removeObjects: queue(
    'platform.remove-objects',
    // Newer objects than `before` stay: they came after what had them removed.
    z.object({ prefix: z.string().min(1), before: z.iso.datetime().optional() }),
    { retryLimit: 10 },
  ),
  /** The hourly clean-up: one job for all modules. */
  cleanUp: queue('platform.clean-up', z.object({}), { policy: 'exclusive', expireInSeconds: 1800 }),
} as const;

export type QueueName = keyof typeof queues;
export type Payload<Q extends QueueSpec> = z.output<Q['payload']>;
