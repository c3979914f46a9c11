import { monotonicMs } from '#shared/clock.ts';
import { SerialQueue } from '#shared/serial-queue.ts';
import { type TokenBucket, tryTakeToken } from '#shared/token-bucket.ts';
import type { GatewayLimits } from '../limits.ts';

/** Handles the messages of each panel one after the other. */
export interface PanelQueues {
  /** Runs `work` after all earlier work for the same panel. Null when the panel sends too much: nothing is run. */
  run<T>(thingName: string, work: () => Promise<T>): Promise<T> | null;
}

interface PanelQueue {
  queue: SerialQueue;
  waiting: number;
  bucket: TokenBucket;
}

const SWEEP_MS = 60_000;

/**
 * Messages beyond the rate limit are dropped, not delayed as on the embedded broker: an external broker cannot slow one
 * panel down, and a message that waits here would delay those of all panels.
 */
export function createPanelQueues({
  messagesPerSecond,
  messageBurst,
}: Pick<GatewayLimits, 'messagesPerSecond' | 'messageBurst'>): PanelQueues {
  const panels = new Map<string, PanelQueue>();
  let swept = monotonicMs();

  function sweep(now: number): void {
    if (now - swept < SWEEP_MS) return;
    swept = now;
    for (const [name, { waiting, bucket }] of panels)
      if (waiting === 0 && now - bucket.at > SWEEP_MS) panels.delete(name);
  }

  return {
    run(thingName, work) {
      const now = monotonicMs();
      sweep(now);
      const panel = panels.get(thingName) ?? {
        queue: new SerialQueue(),
        waiting: 0,
        bucket: { tokens: messageBurst, at: now },
      };
      panels.set(thingName, panel);
      if (!tryTakeToken(panel.bucket, now, messagesPerSecond, messageBurst)) return null;
      panel.waiting += 1;
      return panel.queue.add(work).finally(() => {
        panel.waiting -= 1;
      });
    },
  };
}
