import { jobHandler, startJobs } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import { createLog } from '#shared/log.ts';

/** A worker that takes a job, says so, and never finishes it. */
const url = process.argv[2] as string;
const jobs = await startJobs({
  url,
  applicationName: 'child',
  log: createLog('child', 'silent'),
  worker: true,
});
await jobs.work([
  jobHandler({
    queue: queues.renderTask,
    concurrency: 1,
    async handle({ taskId }) {
      process.send?.(taskId);
      await new Promise(() => setInterval(() => {}, 1_000));
    },
  }),
]);
