import { channels } from '#shared/db/channels.ts';
import { createWaiters } from '#shared/waiters.ts';
import type { DisplayContext } from '../context.ts';

/** How long the request of a browser panel is held. A page that becomes due without a notification is found by the next one. */
const HOLD_MS = 10_000;

/** Requests of this process that wait for a change of a panel. */
export interface PanelWaiters {
  /** True when the panel may need something new; false after ten seconds, or when `signal` aborts. */
  change(deviceId: string, signal: AbortSignal): Promise<boolean>;
}

export function createPanelWaiters({ notices, log }: Pick<DisplayContext, 'notices' | 'log'>): PanelWaiters {
  const waiters = createWaiters();
  let isClosed = false;
  notices.subscribe({
    channels: { [channels.panelChanged]: waiters.wake },
    onConnect: waiters.wakeAll,
    onClose() {
      isClosed = true;
      waiters.wakeAll();
    },
  });
  return {
    async change(deviceId, signal) {
      if (isClosed) return false;
      void notices
        .listening()
        .catch((error) => log.warn({ err: error }, 'browser panels wait without notifications'));
      return waiters.wait(deviceId, HOLD_MS, signal);
    },
  };
}
