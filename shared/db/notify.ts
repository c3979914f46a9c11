import type { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';
import { throttledReporter } from '../throttled-reporter.ts';
import { connectionConfig } from './connection.ts';
import type { Queryable } from './open.ts';

/** Notifies listeners on `channel` when the transaction commits. The payload is an id: listeners read the rows. */
export async function notify(trx: Queryable, channel: string, payload: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [channel, payload]);
}

export interface Listener {
  /** Resolves within a second, in every state of the database. */
  close(): Promise<void>;
}

export interface ListenOptions {
  url: string;
  log: Log;
  channels: Record<string, (payload: string) => void>;
  /** Called after every connect and reconnect. Notifications in between are lost, so everything must be reconciled. */
  onConnect: () => void;
  /** Interval of the probes of the connection, and time limit for connecting and for a response. */
  probeMs?: number;
}

const RECONNECT_MS = 500;
/** Time for the orderly end of a connection, before it is destroyed. */
const END_TIMEOUT_MS = 500;

/**
 * Listens on all channels over one dedicated connection, which reconnects until `close`. A probe detects a dead
 * connection. Resolves once the first connection listens.
 */
export async function listen({ probeMs = 10_000, ...options }: ListenOptions): Promise<Listener> {
  const limits = { connectionTimeoutMillis: probeMs, query_timeout: probeMs };
  let closed = false;
  /** The connection that listens, or is being opened. */
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;
  const reportError = throttledReporter((err, times) =>
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
      connect().catch(reportError);
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

/** Ends a connection in order, or by force after `END_TIMEOUT_MS`: over a dead network it would not end. */
async function endConnection(client: pg.Client): Promise<void> {
  const limit = setTimeout(destroyConnection, END_TIMEOUT_MS, client);
  await client.end();
  clearTimeout(limit);
}

/** Ends a connection at once. */
export function destroyConnection(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
