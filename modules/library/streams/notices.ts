import { type Listener, listen } from '#shared/db/notify.ts';
import type { LibraryContext } from '../context.ts';

export interface Hearer {
  /** Called with the payload of each notification, by channel. */
  channels: Record<string, (payload: string) => void>;
  /** Called after every (re)connection: notifications may have been lost before it. */
  onConnect(): void;
}

/** Notifications of the database for all of this module, over one connection a process. */
export interface Notices {
  /** Opens no connection. All hearers are there before the first call of `listening`. */
  hear(hearer: Hearer): void;
  /** Resolves when the connection listens; the first call opens it. Rejects when the database is away. */
  listening(): Promise<void>;
  close(): Promise<void>;
}

export function createNotices({ config, log }: Pick<LibraryContext, 'config' | 'log'>): Notices {
  const hearers: Hearer[] = [];
  let listener: Promise<Listener> | undefined;
  const call = (channel: string) => (payload: string) => {
    for (const { channels } of hearers) channels[channel]?.(payload);
  };
  const heard = () => [...new Set(hearers.flatMap(({ channels }) => Object.keys(channels)))];
  return {
    hear(hearer) {
      hearers.push(hearer);
    },
    async listening() {
      listener ??= listen({
        url: config.DATABASE_URL,
        log,
        channels: Object.fromEntries(heard().map((channel) => [channel, call(channel)])),
        onConnect() {
          for (const { onConnect } of hearers) onConnect();
        },
      }).catch((error) => {
        listener = undefined;
        throw error;
      });
      await listener;
    },
    async close() {
      await (await listener?.catch(() => undefined))?.close();
    },
  };
}
