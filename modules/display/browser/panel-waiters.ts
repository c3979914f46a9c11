import { channels } from '#shared/db/channels.ts';
import { createWaiters } from '#shared/waiters.ts';
import type { DisplayContext } from '../context.ts';

/** How long the request of a browser panel is held. The next request finds a page that became due without a notification. */
const HOLD_MS = 10_000;
/** A browser may have a panel in several tabs. At a change, each request that is held reads the panel again. */
const MAX_HELD_PER_PANEL = 4;

/** Requests of this process that wait for a change of a panel. */
export interface PanelWaiters {
  /**
   * True when the panel may need something new; false after ten seconds, or when `signal` aborts. Null when the request must
   * not be held: beyond four of the panel, or while shutting down.
   */
  change(deviceId: string, signal: AbortSignal): Promise<boolean> | null;
}

export function createPanelWaiters(
  { notices }: Pick<DisplayContext, 'notices'>,
  report: (error: Error) => void,
): PanelWaiters {
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
    change(deviceId, signal) {
      if (isClosed || waiters.count(deviceId) >= MAX_HELD_PER_PANEL) return null;
      void notices.listening().catch(report);
      return waiters.wait(deviceId, HOLD_MS, signal);
    },
  };
}
