import { availableParallelism } from 'node:os';
import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from './context.ts';
import { expirePictures } from './delivery/expire-pictures.ts';
import { failLostTask, runRenderTask } from './rendering/run-render-task.ts';

export function displayJobs(context: DisplayContext): JobHandler[] {
  const threads = context.config.WORKER_THREADS || availableParallelism();
  return [
    jobHandler({
      queue: queues.renderTask,
      // Twice the threads: while one task is stored, the threads render the next one.
      concurrency: 2 * threads,
      handle: ({ taskId }, { lastAttempt }) => runRenderTask(context, taskId, lastAttempt),
    }),
    jobHandler({
      queue: queues.expirePictures,
      concurrency: 4,
      handle: ({ deviceId }) => expirePictures(context, deviceId),
    }),
    jobHandler({
      queue: queues.renderTaskLost,
      concurrency: 1,
      handle: ({ taskId }) => failLostTask(context, taskId),
    }),
  ];
}
