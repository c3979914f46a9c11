import { addSeconds, type Clock } from '#shared/clock.ts';
import type { Db } from '#shared/db/open.ts';
import type { Log } from '#shared/log.ts';

const MIN_WRITE_INTERVAL_SECONDS = 60;

type Table = 'sessions' | 'personal_access_tokens';

/** Records the use of sessions and tokens, at most once a minute each, without delaying the request. */
export interface LastUsed {
  /** `before` is the stored value. A failed write is logged, and the next request tries again. */
  mark(table: Table, id: string, before: Date | null): void;
}

export function createLastUsed({ db, clock, log }: { db: Db; clock: Clock; log: Log }): LastUsed {
  const underWay = new Set<string>();
  return {
    mark(table, id, lastUsedAt) {
      const now = clock.now();
      const due = addSeconds(now, -MIN_WRITE_INTERVAL_SECONDS);
      if ((lastUsedAt && lastUsedAt > due) || underWay.has(id)) return;
      underWay.add(id);
      db(`identity.${table}`)
        .where({ id })
        .where((query) => query.whereNull('last_used_at').orWhere('last_used_at', '<=', due))
        .update({ last_used_at: now })
        .catch((error) => log.warn({ err: error, table, id }, 'the last use could not be recorded'))
        .finally(() => underWay.delete(id));
    },
  };
}
