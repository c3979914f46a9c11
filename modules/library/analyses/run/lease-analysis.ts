import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import { inTransaction, lockByName } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';
import { recordEvents } from '../start/record-event.ts';

/** A worker that does not renew its lease for this time has died. */
export const LEASE_SECONDS = 8;
/** Concurrent runs of one user, so that many runs of one user do not block those of others. */
const MAX_RUNNING_PER_USER = 2;

export type LeasedAnalysis = Analysis & { leaseId: string };

/** The next analysis: of the user with the fewest running ones, of these the oldest. */
const SELECT_DUE = `
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
  const { rows } = await queryable.raw<{ rows: Due[] }>(`${SELECT_DUE} ${lock}`, {
    now,
    limit: MAX_RUNNING_PER_USER,
  });
  return rows[0];
}

/** Whether an analysis is due now. Takes no lock. */
export async function isDue({ db, clock }: Pick<LibraryContext, 'db' | 'clock'>): Promise<boolean> {
  return (await findDue(db, clock.now())) !== undefined;
}

/**
 * Takes the next analysis under a lease. Runs over the history are limited to one at a time per user. A lock makes
 * callers take turns, so that the limits hold across processes. Null if nothing is due.
 */
export async function leaseAnalysis({
  db,
  clock,
}: Pick<LibraryContext, 'db' | 'clock'>): Promise<LeasedAnalysis | null> {
  return inTransaction(db, async (trx) => {
    await lockByName(trx, 'claim of an analysis');
    const now = clock.now();
    const due = await findDue(trx, now, 'for update of a skip locked');
    if (!due) return null;
    const leaseId = newId();
    const [leased] = (await Analysis.query(trx)
      .patch({
        state: 'running',
        attempt: Analysis.raw('attempt + 1') as unknown as number,
        leaseId,
        leaseUntil: addSeconds(now, LEASE_SECONDS),
        updatedAt: now,
      })
      .where({ id: due.id })
      .returning('*')) as unknown as LeasedAnalysis[];
    if (!leased) return null;
    const attempt = leased.attempt - 1;
    const expired = {
      type: 'analysis.lease_expired',
      level: 'warn' as const,
      summary: 'The worker failed; another one takes over.',
      data: { attempt },
    };
    await recordEvents(trx, { analysisId: due.id, at: now }, [
      ...(due.state === 'running' ? [expired] : []),
      { type: 'analysis.leased', summary: 'A worker began the analysis.' },
    ]);
    return leased;
  });
}
