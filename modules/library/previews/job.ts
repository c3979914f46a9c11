import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../context.ts';
import { drawPreview } from './draw-preview.ts';

/** Previews that one process draws at a time; pushes use the rest of its threads. */
const MAX_CONCURRENT_PREVIEWS = 4;

export function previewJob(context: LibraryContext): JobHandler {
  return jobHandler({
    queue: queues.drawPreview,
    concurrency: MAX_CONCURRENT_PREVIEWS,
    independent: true,
    handle: ({ previewId }) => drawPreview(context, previewId),
  });
}
