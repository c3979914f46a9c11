import { channels } from '#shared/db/channels.ts';
import type { Trx } from '#shared/db/open.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import { removeUnstorable } from '#shared/remove-unstorable.ts';
import type { EventLevel } from '../models/analysis-event.ts';

export interface NewEvent {
  type: string;
  /** One line, English. */
  summary: string;
  data?: Record<string, unknown>;
  source?: 'agent' | 'backend';
  level?: EventLevel;
  /** When it happened. By default, when it is recorded. */
  at?: Date;
  /** Default `public`. */
  visibility?: 'public' | 'internal';
}

/** Another worker has taken the run over, or it was deleted: the current worker stops and records nothing. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(message = 'another worker has taken the analysis over') {
    super(message);
  }
}

/** Numbers the events, inserts them and notifies, in one statement, because a push records events nine times. */
const RECORD_EVENTS = {
  name: 'record_analysis_events',
  text: `
    with numbered as (
      update library.analyses set last_seq = last_seq + jsonb_array_length($3)
      where id = $1 and ($2::uuid is null or (lease_id = $2 and state = 'running'))
      returning user_id, attempt, last_seq
    ), recorded as (
      insert into library.analysis_events
        (analysis_id, seq, user_id, at, attempt, source, type, level, visibility, summary, data)
      select $1, last_seq - jsonb_array_length($3) + event.number, user_id,
        coalesce((body ->> 'at')::timestamptz, $4), attempt, body ->> 'source',
        body ->> 'type', body ->> 'level', body ->> 'visibility', body ->> 'summary', body -> 'data'
      from numbered, jsonb_array_elements($3) with ordinality as event (body, number)
    )
    select last_seq as "lastSeq", pg_notify('${channels.analysisChanged}', $1::text) from numbered`,
};

/**
 * Appends events in the caller's transaction. The row of the analysis hands out the numbers and stays locked until
 * the transaction ends, so events become visible in the order of their numbers. Returns the last number.
 * @param leaseId only while this lease holds
 * @throws {LeaseLostError}
 */
export async function recordEvents(
  trx: Trx,
  { analysisId, leaseId, at }: { analysisId: string; leaseId?: string; at: Date },
  events: NewEvent[],
): Promise<number> {
  const defaults = { source: 'backend', level: 'info', visibility: 'public', data: {} };
  const bodies = events.map((event) => ({ ...defaults, ...removeUnstorable(event) }));
  const values = [analysisId, leaseId ?? null, JSON.stringify(bodies), at];
  const [row] = await readPrepared<{ lastSeq: number }>(trx, RECORD_EVENTS, values);
  if (!row) throw new LeaseLostError();
  return row.lastSeq;
}
