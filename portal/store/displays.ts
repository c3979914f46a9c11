import { computed, signal } from '@preact/signals';
import type { Display } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
import { onChange } from './live.ts';

const all = signal<ReadonlyMap<string, Display> | null>(null);

/** The user's displays by id; null until they are loaded. */
export const displays = computed(() => all.value);
/** By name. */
export const displayList = computed(() =>
  [...(all.value?.values() ?? [])].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
);

async function load(): Promise<void> {
  const found = new Map<string, Display>();
  for await (const display of placard.displays.list({ limit: 50 })) found.set(display.id, display);
  all.value = found;
}

/** What a call has returned, before the stream tells it. */
export function noteDisplay(display: Display): void {
  all.value = new Map(all.value).set(display.id, display);
}

export function forgetDisplay(id: string): void {
  const left = new Map(all.value);
  left.delete(id);
  all.value = left;
}

/** Loads them, and keeps them as the stream says. */
export function keepDisplays(): void {
  onChange(({ event, data }) => {
    if (event === 'reset') load().catch(() => {});
    else if (event === 'display.changed') noteDisplay(data);
    else if (event === 'display.removed') forgetDisplay(data.id);
  });
  session.subscribe(({ state }) => {
    if (state === 'out') all.value = null;
  });
}
