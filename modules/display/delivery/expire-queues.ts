import type { QueryBuilder } from 'objection';
import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { Presentation } from '../models/presentation.ts';
import { Push } from '../models/push.ts';

/** Limits the time for which one transaction locks the quotas of many users. */
const MAX_ENTRIES_PER_BATCH = 200;

/** Expires every outdated queue entry, also those of offline panels. Returns their number. */
export async function expireQueues(context: DisplayContext): Promise<number> {
  const isOutdated = whereOutdated(context);
  let expired = 0;
  for (;;) {
    const some = isOutdated(Presentation.query().where({ state: 'queued' }))
      .limit(MAX_ENTRIES_PER_BATCH)
      .select('id');
    const count = await inTransaction(context.db, (trx) =>
      expirePresentations(context, trx, ['queued'], (query) => query.whereIn('id', some)),
    );
    expired += count;
    if (count < MAX_ENTRIES_PER_BATCH) return expired;
  }
}

/** Selects presentations that have waited in a queue for longer than `QUEUE_MAX_AGE_HOURS`, or whose expiry has passed. */
export function whereOutdated({ clock, config }: Pick<DisplayContext, 'clock' | 'config'>) {
  const now = clock.now();
  const oldest = addSeconds(now, -config.QUEUE_MAX_AGE_HOURS * 3600);
  return <R>(query: QueryBuilder<Presentation, R>): QueryBuilder<Presentation, R> =>
    query.where((either) =>
      either
        .whereExists(
          Push.query()
            .whereColumn('pushes.presentation_id', 'presentations.id')
            .where('queued_at', '<', oldest),
        )
        .orWhere('presentations.expires_at', '<=', now),
    );
}
