import { watchClock } from '#shared/clock-changes.ts';
import { channels } from '#shared/db/channels.ts';
import { listen } from '#shared/db/notify.ts';
import { throttledReporter } from '#shared/throttled-reporter.ts';
import type { WebhooksContext } from '../context.ts';
import { busyUsers, type Lane, laneKey, nextDue, type RunningLane, takeLanes } from '../lanes.ts';
import { deliverLane } from './deliver-lane.ts';
import { distributeEvents } from './distribute-events.ts';
import { limitWaits } from './limit-waits.ts';

/** Limits of one process's running lanes: of all, and of those whose receiver is not slow. */
const MAX_RUNNING_LANES = 256;
const MAX_QUICK_LANES = 32;
/** Finds lanes whose notification was lost or whose process was killed. */
const SWEEP_MS = 300_000;
/** How often to check whether the clock was set; due deliveries are then sent and waits are limited. */
const CLOCK_CHECK_MS = 1_000;
/** Pause after a database error, and while another process leases the due lanes. */
const RETRY_MS = 2_000;

export interface Deliveries {
  /** Aborts the attempts under way; their messages are sent again later. */
  close(): Promise<void>;
}

/** Sends events to webhooks until closed. Notifications and due times wake it; it does not poll in between. */
export async function runDeliveries(context: WebhooksContext): Promise<Deliveries> {
  const { db, clock, config, log } = context;
  const report = throttledReporter((err, times) => log.error({ err, times }, 'webhook delivery error'));
  const ending = new AbortController();
  const running = new Map<string, RunningLane & { end: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let currentRound: Promise<void> | null = null;
  let isWakePending = false;
  /** The clock may have been set since due times were stored, also while no process ran. */
  let mayClockHaveChanged = true;

  function wake(): void {
    isWakePending = true;
    if (ending.signal.aborted || currentRound) return;
    clearTimeout(timer);
    currentRound = work().finally(() => {
      currentRound = null;
      if (isWakePending) wake();
    });
  }

  async function work(): Promise<void> {
    isWakePending = false;
    const pauseMs = await startDueLanes().catch((error) => {
      report(error);
      return RETRY_MS;
    });
    if (!ending.signal.aborted) timer = setTimeout(wake, pauseMs);
  }

  /** Milliseconds until the next lane is due. */
  async function startDueLanes(): Promise<number> {
    if (mayClockHaveChanged) {
      mayClockHaveChanged = false;
      await limitWaits(db, clock.now()).catch((error) => {
        mayClockHaveChanged = true;
        throw error;
      });
    }
    while (await distributeEvents(context));
    const quick = [...running.values()].filter(({ isSlow }) => !isSlow).length;
    const limit = Math.min(MAX_RUNNING_LANES - running.size, MAX_QUICK_LANES - quick);
    const lanes =
      limit > 0
        ? await takeLanes(db, {
            now: clock.now(),
            limit,
            busy: busyUsers(running.values()),
            running: [...running.keys()],
          })
        : [];
    for (const lane of lanes) start(lane);
    const due = await nextDue(db, [...running.keys()]);
    if (due === null) return SWEEP_MS;
    const waitMs = due.getTime() - clock.now().getTime();
    if (waitMs > 0) return Math.min(waitMs, SWEEP_MS);
    // Due but not leased: a running lane wakes this when it ends or is slow, or another process is about to lease it.
    return running.size > 0 ? SWEEP_MS : RETRY_MS;
  }

  function start(lane: Lane): void {
    const key = laneKey(lane);
    const onSlow = (isSlow: boolean) => {
      const entry = running.get(key);
      if (!entry || entry.isSlow === isSlow) return;
      entry.isSlow = isSlow;
      if (isSlow) wake(); // another quick lane may run
    };
    const end = deliverLane(context, lane, { signal: ending.signal, onSlow })
      .catch(report)
      .finally(() => {
        running.delete(key);
        wake();
      });
    running.set(key, { ...lane, isSlow: false, end });
  }

  const listener = await listen({
    url: config.DATABASE_URL,
    log,
    channels: { [channels.eventRecorded]: wake },
    onConnect: wake,
  });
  const endClockWatch = watchClock(clock, CLOCK_CHECK_MS, () => {
    mayClockHaveChanged = true;
    wake();
  });
  return {
    async close() {
      ending.abort();
      endClockWatch();
      clearTimeout(timer);
      await listener.close();
      await currentRound;
      await Promise.all([...running.values()].map(({ end }) => end));
    },
  };
}
