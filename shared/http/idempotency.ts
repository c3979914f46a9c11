import { z } from 'zod';
import { addSeconds, type Clock } from '../clock.ts';
import type { Db, Trx } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { sha256 } from '../keys.ts';

/** Another process can take over a key after this time, when the process that held it must have died. */
const LEASE_SECONDS = 60;

/** The `Idempotency-Key` header. */
export const IDEMPOTENCY_KEY_PATTERN = /^[!-~]{8,128}$/;
export const idempotencyKey = z.string({ error: 'is required.' }).regex(IDEMPOTENCY_KEY_PATTERN, {
  error: 'must be 8 to 128 printable ASCII characters without spaces.',
});

export interface IdempotentCall {
  userId: string;
  /** Method and route, such as `POST /contents`: the same under every prefix. */
  route: string;
  /** Validated by `idempotencyKey`. */
  key: string;
  body: unknown;
}

export interface StoredResponse {
  status: number;
  body: unknown;
}

interface KeyRow {
  fence: string;
  fingerprint: string;
  status: number | null;
  response: unknown;
}

/**
 * Runs `prepare` and then `effect` once per key. The response is stored in the transaction of `effect`, under the fence of
 * the lease: if another process took the key over because this one seemed dead, this transaction cannot commit.
 * @throws {AppError} `409 idempotency_conflict` for another body, `409 invalid_state` while the first call is under way.
 */
export async function runIdempotently<T = undefined>(
  { db, clock, retentionHours }: { db: Db; clock: Clock; retentionHours: number },
  call: IdempotentCall,
  effect: (trx: Trx, prepared: T) => Promise<StoredResponse>,
  prepare?: () => Promise<T>,
): Promise<StoredResponse> {
  const fence = newId();
  const fingerprint = sha256(canonicalJson(call.body));
  const row = await leaseKey();
  if (row.fence !== fence) return replay(row, fingerprint);

  try {
    const prepared = (await prepare?.()) as T;
    return await inTransaction(db, async (trx) => {
      const response = await effect(trx, prepared);
      const kept = await ownLease(trx).update({
        status: response.status,
        response: JSON.stringify(response.body),
      });
      if (kept !== 1) throw stillRunning();
      return response;
    });
  } catch (error) {
    // If the transaction did commit although an error was reported, `status` is set and the response must be replayed.
    await ownLease(db).whereNull('status').delete();
    throw error;
  }

  function ownLease(queryable: Db | Trx) {
    return queryable('platform.idempotency_keys').where({
      user_id: call.userId,
      route: call.route,
      key: call.key,
      fence,
    });
  }

  async function leaseKey(): Promise<KeyRow> {
    const now = clock.now();
    const { rows } = await db.raw<{ rows: KeyRow[] }>(
      `insert into platform.idempotency_keys as k (user_id, route, key, fingerprint, fence, claimed_at, expires_at)
       values (:userId, :route, :key, :fingerprint, :fence, :now, :expiresAt)
       on conflict (user_id, route, key) do update set
         fingerprint = excluded.fingerprint, fence = excluded.fence, claimed_at = excluded.claimed_at,
         expires_at = excluded.expires_at, status = null, response = null
       where k.expires_at <= :now or (k.status is null and k.claimed_at <= :staleBefore)
       returning fence, fingerprint, status, response`,
      {
        userId: call.userId,
        route: call.route,
        key: call.key,
        fingerprint,
        fence,
        now,
        expiresAt: addSeconds(now, retentionHours * 3600),
        staleBefore: addSeconds(now, -LEASE_SECONDS),
      },
    );
    if (rows[0]) return rows[0];
    const found = await db('platform.idempotency_keys')
      .where({ user_id: call.userId, route: call.route, key: call.key })
      .first<KeyRow | undefined>('fence', 'fingerprint', 'status', 'response');
    if (!found) throw stillRunning(); // released between the two statements: a retry will succeed
    return found;
  }
}

/** Deletes the stored responses of a user who is being deleted. */
export async function eraseIdempotencyKeys(trx: Trx, userId: string): Promise<void> {
  await trx('platform.idempotency_keys').where({ user_id: userId }).delete();
}

function replay(row: KeyRow, fingerprint: string): StoredResponse {
  if (row.fingerprint !== fingerprint) {
    throw new AppError(409, 'idempotency_conflict', 'This Idempotency-Key was used with a different body.');
  }
  if (row.status === null) throw stillRunning();
  return { status: row.status, body: row.response };
}

function stillRunning(): AppError {
  return new AppError(409, 'invalid_state', 'The first request with this Idempotency-Key is still running.');
}

/** JSON with object keys sorted at every level (a subset of RFC 8785), so that key order does not matter. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`).join(',')}}`;
}
