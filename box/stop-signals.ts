import { monotonicMs } from '#shared/clock.ts';

/** One Ctrl-C can arrive twice, from the terminal and from whoever started us: that is no second request. */
const DUPLICATE_SIGNAL_MS = 500;

export interface StopSignals {
  requested: boolean;
  /** Resolves at the first request to stop. */
  stop: Promise<void>;
  /** Resolves when somebody asks again, being in a hurry. */
  force: Promise<void>;
}

export function watchStopSignals(): StopSignals {
  const stop = Promise.withResolvers<void>();
  const hurry = Promise.withResolvers<void>();
  const signals: StopSignals = { requested: false, stop: stop.promise, force: hurry.promise };
  let first = 0;
  const onSignal = () => {
    if (!signals.requested) first = monotonicMs();
    else if (monotonicMs() - first > DUPLICATE_SIGNAL_MS) hurry.resolve();
    signals.requested = true;
    stop.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return signals;
}
