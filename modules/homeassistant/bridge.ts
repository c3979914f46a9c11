import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import { channels } from '#shared/db/channels.ts';
import { listen } from '#shared/db/notify.ts';
import { createSessionLocks } from '#shared/db/session-locks.ts';
import { SerialQueue } from '#shared/serial-queue.ts';
import { throttledReporter } from '#shared/throttled-reporter.ts';
import { carryOut } from './carry-out.ts';
import type { HomeAssistantContext } from './context.ts';
import { createPublished } from './publish-displays.ts';
import { BIRTH_TOPIC, topicsOf } from './topics.ts';

/** Interval at which a standby process tries to take the lock. */
const LOCK_RETRY_MS = 5_000;
/** At shutdown, the longest wait for the broker to acknowledge sent messages. */
const MAX_OFFLINE_PUBLISH_MS = 2_000;
/** Interval for values that change without a notification, such as signal strength. */
const REFRESH_MS = 60_000;

export interface Bridge {
  close(): Promise<void>;
}

/**
 * Publishes all displays to Home Assistant's broker and carries out its commands. Of several processes only the holder
 * of the lock does this; when it ends, another takes over.
 */
export function runBridge(context: HomeAssistantContext, url: string): Bridge {
  const { config, log } = context;
  const locks = createSessionLocks({ url: config.DATABASE_URL, family: 'homeassistant', log });
  const report = throttledReporter((err, times) => log.warn({ err, times }, 'Home Assistant bridge error'));
  const ending = new AbortController();

  async function serve(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        const lock = await locks.take(0);
        if (lock)
          await publishUntil(AbortSignal.any([ending.signal, lock.lost])).finally(() => lock.release());
      } catch (error) {
        report(error as Error);
      }
      await pause(LOCK_RETRY_MS, undefined, { signal: ending.signal }).catch(() => {}); // ending
    }
  }

  async function publishUntil(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return; // the abort event that would wake the wait below has passed
    const topics = topicsOf(context.keys);
    const client = mqtt.connect(url, {
      clean: true,
      reconnectPeriod: 2_000,
      resubscribe: false,
      queueQoSZero: false,
      will: { topic: topics.availability, payload: Buffer.from('offline'), retain: true, qos: 1 },
    });
    const published = createPublished(context, topics, client);
    const work = new SerialQueue();
    let isSyncWanted = false;
    const sync = () => {
      if (isSyncWanted || signal.aborted) return;
      isSyncWanted = true;
      void work.add(async () => {
        isSyncWanted = false;
        if (client.connected) await published.sync().catch(report);
      });
    };
    const isEnding = once(signal, 'abort');
    client.on('error', report);
    client.on('connect', async () => {
      try {
        published.forget();
        await client.subscribeAsync([BIRTH_TOPIC, topics.commands, topics.discoveries], { qos: 1 });
        await client.publishAsync(topics.availability, 'online', { retain: true, qos: 1 });
        sync();
      } catch (error) {
        report(error as Error);
      }
    });
    client.on('message', (topic, payload, { retain }) => {
      const command = topics.parseCommand(topic);
      // A retained command would be carried out again after every reconnect.
      if (command && !retain) void work.add(() => carryOut(context, command, payload).catch(report));
      else if (topic === BIRTH_TOPIC && String(payload) === 'online') {
        published.forget();
        sync();
      } else if (payload.length > 0 && published.isOfRemovedDisplay(topic)) sync();
    });
    const timer = setInterval(sync, REFRESH_MS);
    try {
      const listener = await listen({
        url: config.DATABASE_URL,
        log,
        channels: { [channels.userChanged]: sync },
        onConnect: sync,
      });
      await isEnding;
      await listener.close();
    } finally {
      clearInterval(timer);
      // A broker that acknowledges nothing must not delay the shutdown.
      await Promise.race([publishOffline(), pause(MAX_OFFLINE_PUBLISH_MS, undefined, { ref: false })]);
      await client.endAsync(true);
    }

    async function publishOffline(): Promise<void> {
      await work.last;
      if (!client.connected) return;
      await client.publishAsync(topics.availability, 'offline', { retain: true, qos: 1 }).catch(() => {});
    }
  }

  const serving = serve();
  return {
    async close() {
      ending.abort();
      await serving;
      await locks.close();
    },
  };
}
