import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from './context.ts';
import { Content } from './models/content.ts';

/** Removes all contents of a user, with everything that hangs on them; the bytes follow by job. */
export async function eraseUser(context: LibraryContext, trx: Trx, userId: string): Promise<void> {
  await Content.query(trx).delete().where({ user_id: userId });
  for (const prefix of [`staging/${userId}/`, `users/${userId}/assets/`])
    await context.jobs.send(trx, queues.removeObjects, { prefix });
}
