import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.ts';
import { connectionConfig } from './connection.ts';
import { destroyConnection } from './notify.ts';

/** One of a family of numbered locks. */
export interface SessionLock {
  number: number;
  /** Aborted when another process took the lock while this one had no connection to the database. */
  lost: AbortSignal;
  /** Resolves when this process certainly holds the lock. Rejects when it is lost, or the database is unreachable. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Numbered locks that a process holds until it ends. Postgres releases them as soon as the process dies, so no lease has
 * to expire. After an outage of the database the process takes them again, unless another process was faster.
 */
export interface SessionLocks {
  /** Takes the lowest free lock below `end`. Null when all are held, by this or other processes. */
  takeLowest(end: number): Promise<SessionLock | null>;
  /** Null when the lock is held, by this or another process. */
  take(number: number): Promise<SessionLock | null>;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;
const PROBE_MS = 5_000;
/** Postgres detects after 10 + 3 x 5 s that a machine has gone. The default is hours. */
const TCP_KEEPALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

export function createSessionLocks({
  url,
  family,
  log,
}: {
  url: string;
  family: string;
  log: Log;
}): SessionLocks {
  const space = createHash('sha256').update(family).digest().readInt32BE();
  const held = new Map<number, AbortController>();
  let session: Promise<pg.Client> | null = null;
  let current: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function connected(): Promise<pg.Client> {
    session ??= connect().catch((error) => {
      session = null;
      throw error;
    });
    return session;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(connectionConfig(url, 'placard-locks'));
    client.on('error', () => {}); // an end follows
    client.once('end', () => {
      if (client !== current) return;
      session = null;
      current = null;
      connectAgain();
    });
    try {
      await client.connect();
      await client.query(TCP_KEEPALIVE);
      for (const [number, owner] of held) {
        if (await lock(client, number)) continue;
        held.delete(number);
        owner.abort();
      }
    } catch (error) {
      destroyConnection(client);
      throw error;
    }
    current = client;
    return client;
  }

  function connectAgain(): void {
    clearTimeout(retry);
    if (closed || held.size === 0) return;
    retry = setTimeout(() => {
      connected().catch((error) => {
        log.warn({ err: error }, 'locks could not be taken again');
        connectAgain();
      });
    }, RECONNECT_MS);
  }

  async function lock(client: pg.Client, number: number): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      [space, number],
    );
    return rows[0]?.locked ?? false;
  }

  async function take(number: number): Promise<SessionLock | null> {
    if (held.has(number)) return null;
    const client = await connected();
    if (held.has(number) || !(await lock(client, number))) return null;
    const owner = new AbortController();
    held.set(number, owner);
    return {
      number,
      lost: owner.signal,
      confirm: () => confirm(owner),
      release: () => release(number, owner),
    };
  }

  async function confirm(owner: AbortController): Promise<void> {
    const client = await connected();
    const query = { text: 'select 1', query_timeout: PROBE_MS } as pg.QueryConfig;
    await client.query(query).catch((error) => {
      destroyConnection(client);
      throw error;
    });
    owner.signal.throwIfAborted();
  }

  async function release(number: number, owner: AbortController): Promise<void> {
    if (held.get(number) !== owner) return;
    held.delete(number);
    // Without a connection Postgres has released it already.
    await current?.query('select pg_advisory_unlock($1, $2)', [space, number]).catch(() => {});
  }

  return {
    take,
    async takeLowest(end) {
      for (let number = 0; number < end; number++) {
        const taken = await take(number);
        if (taken) return taken;
      }
      return null;
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await session?.then((client) => client.end()).catch(() => {}); // it is gone already
    },
  };
}
