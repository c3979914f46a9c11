import { type Db, postgresFailure, type Trx } from './open.ts';

/** `serialization_failure` and `deadlock_detected`: the whole transaction must be run again. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction that commits when it resolves and rolls back when it rejects. After a deadlock
 * `work` is run again, so it must do nothing that a rollback cannot undo.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has(postgresFailure(error).code ?? '')) throw error;
    }
  }
}

/** Waits for the lock of this name, and holds it until the transaction ends. */
export async function lockByName(trx: Trx, name: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
}
