import type { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';
import { throttledReporter } from '../throttled-reporter.ts';
import { connectionConfig, type Queryable } from './open.ts';

/** Wakes listeners on `channel` when the transaction commits. Carries an id, never the truth. */
export async function notify(trx: Queryable, channel: string, payload: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [channel, payload]);
}

export interface Listener {
  /** Ends within a second, whatever state the database is in. */
  close(): Promise<void>;
}

export interface ListenOptions {
  url: string;
  log: Log;
  channels: Record<string, (payload: string) => void>;
  /** Called after every (re)connection: notifications sent in between are lost, so compare everything again. */
  onConnect: () => void;
  /** How often the connection is probed, and how long it may take to connect and to answer. */
  probeMs?: number;
}

const RECONNECT_MS = 500;
/** What a polite end of a connection may take. */
const END_TIMEOUT_MS = 500;

/**
 * One dedicated connection that listens on every channel and reconnects for ever. A probe notices a connection
 * that died without saying so. Resolves once the first connection listens.
 */
export async function listen({ probeMs = 10_000, ...options }: ListenOptions): Promise<Listener> {
  const limits = { connectionTimeoutMillis: probeMs, query_timeout: probeMs };
  let closed = false;
  /** The one that listens, or is about to. */
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;
  const complain = throttledReporter((err, times) =>
    options.log.warn({ err, times }, 'listener could not reconnect'),
  );

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connectionConfig(options.url, 'placard-listener'), ...limits });
    client = next;
    next.on('error', () => destroyConnection(next));
    next.once('end', reconnectLater);
    next.on('notification', ({ channel, payload }) => options.channels[channel]?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of Object.keys(options.channels))
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      destroyConnection(next);
      throw error;
    }
    if (!closed) options.onConnect();
  }

  function reconnectLater(): void {
    if (closed) return;
    retry = setTimeout(() => {
      connect().catch(complain);
    }, RECONNECT_MS);
  }

  const probe = setInterval(() => {
    const probed = client;
    probed.query('select 1').catch(() => destroyConnection(probed));
  }, probeMs);
  probe.unref();

  function stop(): void {
    closed = true;
    clearTimeout(retry);
    clearInterval(probe);
  }

  await connect().catch((error) => {
    stop();
    throw error;
  });
  return {
    close() {
      stop();
      return endConnection(client);
    },
  };
}

/** Ends a connection politely, or at once where nobody answers: over a dead network that would be never. */
async function endConnection(client: pg.Client): Promise<void> {
  const limit = setTimeout(destroyConnection, END_TIMEOUT_MS, client);
  await client.end();
  clearTimeout(limit);
}

/** Ends a connection at once. */
export function destroyConnection(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
