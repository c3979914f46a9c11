import type { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';
import { connectionConfig, type Queryable } from './open.ts';

/** Wakes listeners on `channel` when the transaction commits. Carries an id, never the truth. */
export async function notify(trx: Queryable, channel: string, payload: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [channel, payload]);
}

export interface Listener {
  close(): Promise<void>;
}

export interface ListenOptions {
  url: string;
  log: Log;
  channels: Record<string, (payload: string) => void>;
  /** Called after every (re)connection: notifications sent in between are lost, so compare everything again. */
  onConnect: () => void;
  /** How often the connection is probed, and how long a probe may take. */
  probeMs?: number;
}

const RECONNECT_MS = 500;

/**
 * One dedicated connection that listens on every channel and reconnects for ever. A probe notices a connection
 * that died without saying so. Resolves once the first connection listens.
 */
export async function listen({ probeMs = 10_000, ...options }: ListenOptions): Promise<Listener> {
  let closed = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(connectionConfig(options.url, 'placard-listener'));
    next.on('error', () => cut(next));
    next.on('end', () => next === client && reconnectLater());
    next.on('notification', ({ channel, payload }) => options.channels[channel]?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of Object.keys(options.channels))
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      cut(next);
      throw error;
    }
    if (closed) return void (await next.end());
    client = next;
    options.onConnect();
  }

  function reconnectLater(): void {
    client = null;
    if (closed) return;
    retry = setTimeout(() => {
      connect().catch((error) => {
        options.log.warn({ err: error }, 'listener could not reconnect');
        reconnectLater();
      });
    }, RECONNECT_MS);
  }

  const probe = setInterval(() => {
    const probed = client;
    const query = { text: 'select 1', query_timeout: probeMs } as pg.QueryConfig;
    probed?.query(query).catch(() => cut(probed));
  }, probeMs);
  probe.unref();

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(probe);
      await client?.end();
    },
  };
}

/** Ends a connection at once: over a dead network a polite end would wait for an answer for ever. */
export function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
