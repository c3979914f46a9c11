import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';
import { recordEvents } from '../record-event.ts';

/** A worker that does not renew its lease for this long has died. */
export const LEASE_SECONDS = 8;
/** Runs of one user that are worked on at a time, so that many of one leave room for those of others. */
const RUNNING_PER_USER = 2;

export type ClaimedAnalysis = Analysis & { leaseId: string };

/** The analysis that is due: whose user has the fewest under way, the oldest of those. */
const DUE = `
  with live as (
    select user_id, context from library.analyses where state = 'running' and lease_until > :now
  )
  select a.id, a.state from library.analyses a
  left join (select user_id, count(*) as running from live group by user_id) l on l.user_id = a.user_id
  where a.state in ('queued', 'running') and (a.state = 'queued' or a.lease_until <= :now)
    and coalesce(l.running, 0) < :limit
    and not (a.context = 'history'
      and exists (select 1 from live h where h.user_id = a.user_id and h.context = 'history'))
  order by coalesce(l.running, 0), a.created_at, a.id limit 1`;

type Due = Pick<Analysis, 'id' | 'state'>;

async function findDue(queryable: Queryable, now: Date, lock = ''): Promise<Due | undefined> {
  const { rows } = await queryable.raw<{ rows: Due[] }>(`${DUE} ${lock}`, { now, limit: RUNNING_PER_USER });
  return rows[0];
}

/** Whether an analysis could be claimed at this moment. It makes no other claim wait. */
export async function isDue({ db, clock }: Pick<LibraryContext, 'db' | 'clock'>): Promise<boolean> {
  return (await findDue(db, clock.now())) !== undefined;
}

/**
 * Takes the analysis that is due. Runs over the history go one at a time per user. Claims take turns, so that the limits
 * hold across processes. Null when nothing is due.
 */
export async function claimAnalysis({
  db,
  clock,
}: Pick<LibraryContext, 'db' | 'clock'>): Promise<ClaimedAnalysis | null> {
  return inTransaction(db, async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['claim of an analysis']);
    const now = clock.now();
    const due = await findDue(trx, now, 'for update of a skip locked');
    if (!due) return null;
    const leaseId = newId();
    const [claimed] = (await Analysis.query(trx)
      .patch({
        state: 'running',
        attempt: Analysis.raw('attempt + 1') as unknown as number,
        leaseId,
        leaseUntil: addSeconds(now, LEASE_SECONDS),
        updatedAt: now,
      })
      .where({ id: due.id })
      .returning('*')) as unknown as ClaimedAnalysis[];
    if (!claimed) return null;
    const attempt = claimed.attempt - 1;
    const expired = {
      type: 'analysis.lease_expired',
      level: 'warn' as const,
      summary: 'The worker was lost; another one takes over.',
      data: { attempt },
    };
    await recordEvents(trx, { analysisId: due.id, at: now }, [
      ...(due.state === 'running' ? [expired] : []),
      { type: 'analysis.leased', summary: 'A worker took the analysis up.' },
    ]);
    return claimed;
  });
}
