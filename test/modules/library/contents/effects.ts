import type { Db } from '#shared/db/open.ts';

/** How many of each thing a Content has brought about: more than one presentation or job is one too many. */
export async function effects(db: Db, contentId: string) {
  const presentations = await db('display.presentations')
    .whereRaw('contents @> ?::jsonb', [JSON.stringify([{ id: contentId }])])
    .pluck<string[]>('id');
  const tasks = await db('display.render_tasks')
    .whereIn('presentation_id', presentations)
    .pluck<string[]>('id');
  const jobs = await db('pgboss.job').whereRaw(`data->>'taskId' = any(?)`, [tasks]);
  const files = await db('library.files').where({ content_id: contentId });
  return { presentations: presentations.length, tasks: tasks.length, jobs: jobs.length, files: files.length };
}
