import { type Listener, listen } from '#shared/db/notify.ts';
import type { LibraryContext } from '../context.ts';

export interface NotificationHandler {
  /** Called with the payload of each notification, by channel. */
  channels: Record<string, (payload: string) => void>;
  /** Called after every (re)connection: notifications may have been lost before it. */
  onConnect(): void;
}

/** Notifications of the database for this module, over one connection per process. */
export interface Notifications {
  /** Adds a handler without opening a connection. All handlers are added before the first call of `listening`. */
  subscribe(handler: NotificationHandler): void;
  /** Resolves when the connection listens; the first call opens it. Rejects when the database is unavailable. */
  listening(): Promise<void>;
  close(): Promise<void>;
}

export function createNotifications({ config, log }: Pick<LibraryContext, 'config' | 'log'>): Notifications {
  const handlers: NotificationHandler[] = [];
  let listener: Promise<Listener> | undefined;
  const call = (channel: string) => (payload: string) => {
    for (const { channels } of handlers) channels[channel]?.(payload);
  };
  const subscribedChannels = () => [...new Set(handlers.flatMap(({ channels }) => Object.keys(channels)))];
  return {
    subscribe(handler) {
      handlers.push(handler);
    },
    async listening() {
      listener ??= listen({
        url: config.DATABASE_URL,
        log,
        channels: Object.fromEntries(subscribedChannels().map((channel) => [channel, call(channel)])),
        onConnect() {
          for (const { onConnect } of handlers) onConnect();
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
