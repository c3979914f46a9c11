import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from './context.ts';
import { deletePresentations } from './end-presentations.ts';
import { unbindDisplaysOfUser } from './pairing/unbind-displays-of-user.ts';

/** Unbinds a user's panels and deletes the user's data and stored objects, in the caller's transaction. */
export async function eraseUser(context: DisplayContext, trx: Trx, userId: string): Promise<void> {
  await unbindDisplaysOfUser(context, trx, userId);
  // Pushes, frames, renditions and render tasks go with their presentations.
  await deletePresentations(context, trx, (query) => query.where({ user_id: userId }));
  await trx('display.owner_zones').where({ user_id: userId }).del();
  for (const kind of ['frames', 'renditions'])
    await context.jobs.send(trx, queues.removeObjects, { prefix: `users/${userId}/${kind}/` });
}
