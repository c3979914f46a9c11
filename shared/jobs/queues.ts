import type { Queue } from 'pg-boss';
import { z } from 'zod';

/** A kind of background job: its name, the schema of its payload (ids only, no secrets), and its retries. */
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
  // A killed worker stops renewing its jobs. After this time another worker gets them.
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

/** Stripe may be down for hours: ten quick attempts, then one every 15 minutes for about ten hours. */
const stripeRetries: Omit<Queue, 'name'> = { retryLimit: 50, retryDelayMax: 900 };

/** All queues. Only `make migrate` creates them. */
export const queues = {
  /** Render tasks whose last attempt ended with its process. Declared before `renderTask`, which refers to it. */
  renderTaskLost: queue('display.render-task-lost', z.object({ taskId: z.uuid() }), { retryLimit: 10 }),
  /** Render one task of the display module (a panel's frames, a rendition, a system page). */
  renderTask: queue('display.render-task', z.object({ taskId: z.uuid() }), {
    deadLetter: 'display.render-task-lost',
  }),
  /** Analyses whose job failed on its last attempt. Declared before `runAnalyses`, which refers to it. */
  analysesLost: queue('library.analyses-lost', z.object({}), { retryLimit: 10 }),
  /** Expire pictures of one panel. The job is scheduled for the time at which the next picture expires. */
  expirePictures: queue('display.expire-pictures', z.object({ deviceId: z.uuid() }), { retryLimit: 10 }),
  /** Run waiting analyses. The payload names the analysis that it was sent for; the worker takes any that is due. */
  runAnalyses: queue('library.run-analyses', z.object({ analysisId: z.uuid() }), {
    deadLetter: 'library.analyses-lost',
    // A run may wait for links, image recognition and a model. Its lease shows whether it is alive.
    expireInSeconds: 900,
  }),
  /** Draw pages that a request waits for. No retry: a late result is useless. */
  drawPreview: queue('library.draw-preview', z.object({ previewId: z.uuid() }), {
    retryLimit: 0,
    expireInSeconds: 60,
  }),
  /** Make the archive of a finished analysis. */
  archiveAnalysis: queue('library.archive-analysis', z.object({ analysisId: z.uuid() })),
  /** Start scheduled analyses that are due, and resume abandoned ones. Sent when there are any. */
  tendAnalyses: queue('library.tend-analyses', z.object({}), { policy: 'exclusive', expireInSeconds: 55 }),
  /** Record events for displays that went offline or came online. Sent while a webhook subscribes to them. */
  watchDisplays: queue('webhooks.watch-displays', z.object({}), { policy: 'exclusive', expireInSeconds: 55 }),
  /** Read a customer's subscriptions from Stripe, after an event or periodically. */
  syncCustomer: queue(
    'billing.sync-customer',
    z.object({ customerId: z.string().min(1), eventId: z.string().optional() }),
    stripeRetries,
  ),
  /** Cancel all subscriptions of a deleted account at Stripe. */
  removeCustomer: queue(
    'billing.remove-customer',
    z.object({ customerId: z.string().min(1) }),
    stripeRetries,
  ),
  /** Remove stored objects under a prefix (a deleted account's or content's). */
  removeObjects: queue(
    'platform.remove-objects',
    // Objects that are newer than `before` stay: they were stored after the removal was requested.
    z.object({ prefix: z.string().min(1), before: z.iso.datetime().optional() }),
    { retryLimit: 10 },
  ),
  /** The hourly clean-up of all modules. */
  cleanUp: queue('platform.clean-up', z.object({}), { policy: 'exclusive', expireInSeconds: 1800 }),
} as const;

export type Payload<Q extends QueueSpec> = z.output<Q['payload']>;
