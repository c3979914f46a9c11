import { type ReadonlySignal, signal } from '@preact/signals';

const running = signal(0);

/** Number of running tasks that no button shows: loading a screen or a list, reading files. */
export const runningTasks: ReadonlySignal<number> = running;

/** Counts a task as running. Returns a function to call once at its end. */
export function beginTask(): () => void {
  running.value += 1;
  return () => {
    running.value -= 1;
  };
}
