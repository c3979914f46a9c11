import type { QueryBuilder } from 'objection';
import type { Queryable } from '#shared/db/open.ts';
import { Presentation, type PresentationState } from '../models/presentation.ts';
import { Push } from '../models/push.ts';

type Selection = QueryBuilder<Presentation, never>;

/** Expires the presentations that `which` selects and that are still in one of the states `from`; answers how many. */
export async function expirePresentations(
  queryable: Queryable,
  now: Date,
  from: PresentationState[],
  which: (query: Selection) => unknown,
): Promise<number> {
  const query = Presentation.query(queryable)
    .patch({ state: 'expired', updatedAt: now })
    .whereIn('state', from);
  which(query as never);
  const expired = await query.returning('id');
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await Push.query(queryable).patch({ expiredAt: now }).whereIn('presentation_id', ids);
  return ids.length;
}

/** Selects what has been waiting in a queue since before `time`. */
export function queuedBefore(query: Selection, time: Date): Selection {
  return query.whereExists(
    Push.query().whereColumn('pushes.presentation_id', 'presentations.id').where('queued_at', '<', time),
  );
}
