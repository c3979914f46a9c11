import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Listener, listen } from './notify.ts';

export interface NotificationHandler {
  /** Called with the payload of each notification, by channel. */
  channels: Record<string, (payload: string) => void>;
  /** Called after every (re)connection: notifications may have been lost before it. */
  onConnect(): void;
  /** Called when the process shuts down: nothing is to wait for a notification any more. */
  onClose?(): void;
}

/** Notifications of the database for all modules, over one connection per process. */
export interface Notifications {
  /** Adds a handler without opening a connection. All handlers are added before the first call of `listening`. */
  subscribe(handler: NotificationHandler): void;
  /** Resolves when the connection listens; the first call opens it. Rejects when the database is unavailable, and after `close`. */
  listening(): Promise<void>;
  close(): Promise<void>;
}

export function createNotifications(config: Pick<Config, 'DATABASE_URL'>, log: Log): Notifications {
  const handlers: NotificationHandler[] = [];
  let listener: Promise<Listener> | undefined;
  let isClosed = false;
  const call = (channel: string) => (payload: string) => {
    for (const { channels } of handlers) channels[channel]?.(payload);
  };
  const subscribedChannels = () => [...new Set(handlers.flatMap(({ channels }) => Object.keys(channels)))];
  return {
    subscribe(handler) {
      handlers.push(handler);
    },
    async listening() {
      if (isClosed) throw new Error('Notifications are closed, as this process shuts down.');
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
      isClosed = true;
      for (const { onClose } of handlers) onClose?.();
      await (await listener?.catch(() => undefined))?.close();
    },
  };
}
