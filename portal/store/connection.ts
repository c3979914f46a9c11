import { type ReadonlySignal, signal } from '@preact/signals';
import { boxUrl } from '../base.ts';

export type Connection = 'connecting' | 'live' | 'offline';

const POLL_MS = 2_000;

const state = signal<Connection>('connecting');
/** `live`: the event stream is open. `connecting`: the box responds. `offline`: it does not. */
export const connection: ReadonlySignal<Connection> = state;

let polling: ReturnType<typeof setTimeout> | undefined;

/** Call it after each response of the box. */
export function noteResponse(): void {
  clearTimeout(polling);
  if (state.value === 'offline') state.value = 'connecting';
}

/** Call it when a request failed. The box is polled until it responds. */
export function noteUnreachable(): void {
  state.value = 'offline';
  clearTimeout(polling);
  polling = setTimeout(poll, POLL_MS);
}

export function streamIsLive(): void {
  clearTimeout(polling);
  state.value = 'live';
}

function poll(): void {
  fetch(new URL('health/live', boxUrl), { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => (ok ? noteResponse() : noteUnreachable()),
    noteUnreachable,
  );
}

// A box at home may respond without the internet, so it is polled after `offline` too.
addEventListener('offline', noteUnreachable);
addEventListener('online', () => state.value === 'offline' && poll());
