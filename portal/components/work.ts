import { type ReadonlySignal, signal } from '@preact/signals';

const running = signal(0);

/** How much is going on that no button shows: a screen or a list that loads, files that are read. */
export const work: ReadonlySignal<number> = running;

/** To be called when something of the kind begins. Returns what is to be called, once, at its end. */
export function beginWork(): () => void {
  running.value += 1;
  return () => {
    running.value -= 1;
  };
}
