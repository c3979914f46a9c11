import type { PanelEvent, PanelLink } from '#modules/display';
import { systemClock } from '#shared/clock.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';

/** What this process adds to the logs of panels. Written now and then, many at once: a log is worth no waiting. */
export interface PanelLog {
  record(connection: Connection, kind: PanelEvent['kind'], detail?: PanelEvent['detail']): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

const FLUSH_MS = 500;
/** Beyond this, entries are lost rather than memory: the database is away, or somebody floods. */
const MAX_WAITING_ENTRIES = 10_000;

export function createPanelLog({ panels, log }: { panels: Pick<PanelLink, 'log'>; log: Log }): PanelLog {
  let waiting: PanelEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** One at a time: what comes while the database is slow counts as waiting. */
  async function flush(): Promise<void> {
    const events = waiting;
    waiting = [];
    await panels.log(events).catch((error) => {
      log.warn({ err: error, events: events.length }, 'entries of panel logs were lost');
    });
    timer = waiting.length > 0 ? setTimeout(flush, FLUSH_MS) : undefined;
  }

  return {
    record({ deviceId }, kind, detail = {}) {
      if (waiting.length >= MAX_WAITING_ENTRIES) return;
      waiting.push({ deviceId, kind, detail, at: systemClock.now() });
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    close() {
      clearTimeout(timer);
      return flush();
    },
  };
}
