import { monotonicMs } from '#shared/clock.ts';

/** One Ctrl-C may arrive twice, from the terminal and from the parent process. Within this time it counts once. */
const DUPLICATE_SIGNAL_MS = 500;

export interface StopSignals {
  requested: boolean;
  /** Resolves at the first request to stop. */
  stop: Promise<void>;
  /** Resolves at the second request, which ends the grace period. */
  force: Promise<void>;
}

export function watchStopSignals(): StopSignals {
  const stop = Promise.withResolvers<void>();
  const force = Promise.withResolvers<void>();
  const signals: StopSignals = { requested: false, stop: stop.promise, force: force.promise };
  let first = 0;
  const onSignal = () => {
    if (!signals.requested) first = monotonicMs();
    else if (monotonicMs() - first > DUPLICATE_SIGNAL_MS) force.resolve();
    signals.requested = true;
    stop.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return signals;
}
