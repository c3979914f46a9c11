import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../context.ts';
import { makeArchive } from './archive/make-archive.ts';
import { findAbandoned, requeueAbandoned, runAnalyses } from './run/run-analyses.ts';
import { isScheduledDue, startScheduled } from './schedule/start-scheduled.ts';

/** Concurrent analyses of one process. They mostly wait for links, for reading pictures, or for a model. */
const MAX_CONCURRENT_RUNS = 8;

export function analysisJobs(context: LibraryContext): JobHandler[] {
  return [
    jobHandler({
      queue: queues.runAnalyses,
      concurrency: MAX_CONCURRENT_RUNS,
      independent: true,
      handle: () => runAnalyses(context),
    }),
    jobHandler({
      queue: queues.archiveAnalysis,
      concurrency: 2,
      handle: ({ analysisId }) => makeArchive(context, analysisId),
    }),
    jobHandler({ queue: queues.analysesLost, concurrency: 1, handle: () => requeueAbandoned(context) }),
    jobHandler({
      queue: queues.tendAnalyses,
      concurrency: 1,
      every: {
        seconds: 20,
        isDue: async () => (await isScheduledDue(context)) || (await findAbandoned(context)) !== undefined,
      },
      async handle() {
        await startScheduled(context);
        await requeueAbandoned(context);
      },
    }),
  ];
}
