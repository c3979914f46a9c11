import { monotonicMs } from '#shared/clock.ts';
import type { GatewayLimits } from '../limits.ts';

/** The messages of each panel, one after the other. */
export interface PanelQueues {
  /** Runs `work` after all that joined before for the same name. Null when a panel talks too much: nothing is run. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> | null;
}

interface PanelQueue {
  /** Settles when every message so far has been dealt with. */
  last: Promise<unknown>;
  waiting: number;
  /** A token bucket: messages it may send at once. */
  tokens: number;
  at: number;
}

const SWEEP_MS = 60_000;

/**
 * A panel that talks too much is not slowed down as on the embedded broker: the broker holds nobody back, and a message
 * that waited here would hold up those of all others.
 */
export function createPanelQueues({
  messagesPerSecond,
  messageBurst,
}: Pick<GatewayLimits, 'messagesPerSecond' | 'messageBurst'>): PanelQueues {
  const lines = new Map<string, PanelQueue>();
  let swept = monotonicMs();

  function sweep(now: number): void {
    if (now - swept < SWEEP_MS) return;
    swept = now;
    for (const [name, line] of lines) if (line.waiting === 0 && now - line.at > SWEEP_MS) lines.delete(name);
  }

  return {
    run(name, work) {
      const now = monotonicMs();
      sweep(now);
      const line = lines.get(name) ?? { last: Promise.resolve(), waiting: 0, tokens: messageBurst, at: now };
      lines.set(name, line);
      line.tokens = Math.min(messageBurst, line.tokens + ((now - line.at) / 1000) * messagesPerSecond);
      line.at = now;
      if (line.tokens < 1) return null;
      line.tokens -= 1;
      line.waiting += 1;
      const turn = line.last.then(work).finally(() => {
        line.waiting -= 1;
      });
      line.last = turn.catch(() => {});
      return turn;
    },
  };
}
