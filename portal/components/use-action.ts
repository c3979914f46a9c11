import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

/** People take what answers within this for immediate. */
const SHOW_WORK_AFTER_MS = 100;

export interface Action<A extends unknown[]> {
  /** Does nothing while it is at it. Never rejects. */
  run(...args: A): Promise<void>;
  /** True once it has taken long enough to be shown. */
  busy: boolean;
  error: unknown;
  clear(): void;
}

/** Something that a person does: once at a time, shown while it lasts, its failure kept until the next try. */
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
