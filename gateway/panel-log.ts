import type { PanelEvent, PanelLink } from '#modules/display';
import { systemClock } from '#shared/clock.ts';
import { batchWork } from '#shared/db/batch-work.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';

/** Adds entries to the logs of panels. They are written in batches, and message handling does not wait for them. */
export interface PanelLog {
  record(connection: Connection, kind: PanelEvent['kind'], detail?: PanelEvent['detail']): void;
  /** Writes the entries that are still waiting. */
  close(): Promise<void>;
}

/** After a pause the first entry is written at once, then entries are written twice a second. */
const PACE = { perSecond: 2, burst: 1 };
/** Beyond this, new entries are dropped to bound memory: the database is unreachable, or a panel floods. */
const MAX_WAITING_ENTRIES = 10_000;

export function createPanelLog({ panels, log }: { panels: Pick<PanelLink, 'log'>; log: Log }): PanelLog {
  const closing = new AbortController();
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  const write = batchWork<PanelEvent, void>({
    maxItems: MAX_WAITING_ENTRIES,
    pace: PACE,
    stopping: closing.signal,
    async run(events) {
      await panels.log(events).catch((error) => {
        log.warn({ err: error, events: events.length }, 'entries of panel logs were lost');
      });
      waiting -= events.length;
      return [];
    },
  });

  return {
    record({ deviceId }, kind, detail = {}) {
      if (waiting >= MAX_WAITING_ENTRIES) return;
      waiting += 1;
      last = write({ deviceId, kind, detail, at: systemClock.now() });
    },
    close() {
      closing.abort();
      return last;
    },
  };
}
