import type { QueryBuilder } from 'objection';
import type { Queryable } from '#shared/db/open.ts';
import { Presentation, type PresentationState } from '../models/presentation.ts';
import { Push } from '../models/push.ts';

/** Expires the presentations that `which` selects and that are still in one of the states `from`; answers how many. */
export async function expirePresentations(
  queryable: Queryable,
  now: Date,
  from: PresentationState[],
  which: (query: QueryBuilder<Presentation, never>) => unknown,
): Promise<number> {
  const query = Presentation.query(queryable)
    .patch({ state: 'expired', updatedAt: now })
    .whereIn('state', from);
  which(query as never);
  const expired = await query.returning('id');
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await Push.query(queryable).patch({ expiredAt: now }).whereIn('presentationId', ids);
  return ids.length;
}
