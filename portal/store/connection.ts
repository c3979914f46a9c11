import { type ReadonlySignal, signal } from '@preact/signals';
import { boxUrl } from '../base.ts';

export type Connection = 'connecting' | 'live' | 'offline';

const LOOK_EVERY_MS = 2_000;

const state = signal<Connection>('connecting');
/** Whether the box is there, and whether changes come by themselves. */
export const connection: ReadonlySignal<Connection> = state;

let looking: ReturnType<typeof setTimeout> | undefined;

/** An answer came, whatever it says. */
export function heardFromBox(): void {
  clearTimeout(looking);
  if (state.value === 'offline') state.value = 'connecting';
}

/** A request did not arrive: from here on it is looked for until it is there. */
export function missedBox(): void {
  state.value = 'offline';
  clearTimeout(looking);
  looking = setTimeout(look, LOOK_EVERY_MS);
}

export function streamIsLive(): void {
  clearTimeout(looking);
  state.value = 'live';
}

function look(): void {
  fetch(new URL('health/live', boxUrl), { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => (ok ? heardFromBox() : missedBox()),
    missedBox,
  );
}

// A box at home may be there without the internet, so it is looked for at once as well.
addEventListener('offline', missedBox);
addEventListener('online', () => state.value === 'offline' && look());
