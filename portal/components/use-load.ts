import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isReachable } from '../api/connection.ts';

export interface Loaded<T> {
  data: T | null;
  error: unknown;
  /** Resolves when reading has succeeded or failed. */
  reload(): Promise<void>;
}

/** Reads data when a screen opens and when `deps` change. A failed read is repeated when the box responds again. */
export function useLoad<T>(read: (signal: AbortSignal) => Promise<T>, deps: unknown[]): Loaded<T> {
  const data = useSignal<T | null>(null);
  const error = useSignal<unknown>(null);
  const round = useSignal(0);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    read(controller.signal)
      .then(
        (value) => {
          if (controller.signal.aborted) return;
          data.value = value;
          error.value = null;
        },
        (problem) => {
          if (!controller.signal.aborted) error.value = problem;
        },
      )
      .finally(() => {
        if (!controller.signal.aborted) for (const resolve of waiting.current.splice(0)) resolve();
      });
    return () => controller.abort();
  }, [...deps, round.value]);
  useSignalEffect(() => {
    if (isReachable.value && error.peek()) round.value = round.peek() + 1;
  });
  return {
    data: data.value,
    error: error.value,
    reload() {
      round.value += 1;
      return new Promise((resolve) => waiting.current.push(resolve));
    },
  };
}
