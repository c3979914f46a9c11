import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { connection } from '../store/connection.ts';

export interface Loaded<T> {
  data: T | null;
  error: unknown;
  reload(): void;
}

/** Reads something when a screen opens and whenever `deps` change; again by itself when the box is there again. */
export function useLoad<T>(read: (signal: AbortSignal) => Promise<T>, deps: unknown[]): Loaded<T> {
  const data = useSignal<T | null>(null);
  const error = useSignal<unknown>(null);
  const round = useSignal(0);
  useEffect(() => {
    const controller = new AbortController();
    read(controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return;
        data.value = value;
        error.value = null;
      },
      (problem) => {
        if (!controller.signal.aborted) error.value = problem;
      },
    );
    return () => controller.abort();
  }, [...deps, round.value]);
  useSignalEffect(() => {
    if (connection.value === 'live' && error.peek()) round.value = round.peek() + 1;
  });
  return {
    data: data.value,
    error: error.value,
    reload() {
      round.value += 1;
    },
  };
}
