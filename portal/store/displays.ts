import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Display } from '#client/index.ts';
import { session } from '../session/credentials.ts';

const all = signal<ReadonlyMap<string, Display> | null>(null);

/** The user's displays by id; null until they are loaded. */
export const displays: ReadonlySignal<ReadonlyMap<string, Display> | null> = all;
/** By name. */
export const displayList = computed(() =>
  [...(all.value?.values() ?? [])].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
);

export function setDisplays(list: Display[]): void {
  all.value = new Map(list.map((display) => [display.id, display]));
}

/** Stores a display that a call has returned, before the event stream sends it. */
export function noteDisplay(display: Display): void {
  all.value = new Map(all.peek()).set(display.id, display);
}

export function forgetDisplay(id: string): void {
  const left = new Map(all.peek());
  left.delete(id);
  all.value = left;
}

session.subscribe(({ state }) => {
  if (state === 'out') all.value = null;
});
