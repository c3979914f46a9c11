import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import { Analysis } from './analyses/models/analysis.ts';
import { UserSettings } from './analyses/models/user-settings.ts';
import type { LibraryContext } from './context.ts';
import { Content } from './models/content.ts';
import { Preview } from './models/preview.ts';
import { userPrefixes } from './object-keys.ts';

/** Removes all contents and analyses of a user, with all dependent rows; a job removes the bytes. */
export async function eraseUser(context: LibraryContext, trx: Trx, userId: string): Promise<void> {
  await Content.query(trx).delete().where({ user_id: userId });
  await Analysis.query(trx).delete().where({ user_id: userId });
  await Preview.query(trx).delete().where({ user_id: userId });
  await UserSettings.query(trx).delete().where({ user_id: userId });
  for (const prefix of userPrefixes(userId)) await context.jobs.send(trx, queues.removeObjects, { prefix });
}
