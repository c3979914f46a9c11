import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

/** Responses within this time feel immediate. */
const SHOW_WORK_AFTER_MS = 100;

export interface Action<A extends unknown[]> {
  /** Ignored while it is running. Never rejects. */
  run(...args: A): Promise<void>;
  /** True while it runs, from `SHOW_WORK_AFTER_MS` on. */
  busy: boolean;
  error: unknown;
  clear(): void;
}

/** An action of the user that runs once at a time. Its error is kept until the next run. */
export function useAction<A extends unknown[]>(work: (...args: A) => unknown): Action<A> {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(null);
  const running = useRef(false);
  return {
    async run(...args) {
      if (running.current) return;
      running.current = true;
      const shown = setTimeout(() => {
        isBusy.value = true;
      }, SHOW_WORK_AFTER_MS);
      try {
        await work(...args);
        error.value = null;
      } catch (problem) {
        error.value = problem;
      } finally {
        clearTimeout(shown);
        isBusy.value = false;
        running.current = false;
      }
    },
    busy: isBusy.value,
    error: error.value,
    clear() {
      error.value = null;
    },
  };
}
