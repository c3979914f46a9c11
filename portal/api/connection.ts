import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { boxUrl } from '../base.ts';

export type Connection = 'connecting' | 'live' | 'blocked' | 'offline';

const POLL_MS = 2_000;

const state = signal<Connection>('connecting');
/**
 * `live`: the event stream is open. `connecting`: the box responds. `blocked`: it does, but its event stream does not arrive.
 * `offline`: it does not respond.
 */
export const connection: ReadonlySignal<Connection> = state;
/** Whether failed reads are worth another try. */
export const isReachable = computed(() => state.value === 'live' || state.value === 'blocked');

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

export function streamIsBlocked(): void {
  clearTimeout(polling);
  state.value = 'blocked';
}

/** Call it when the session ends: without one there is no stream that could be blocked. */
export function streamIsClosed(): void {
  if (state.peek() !== 'offline') state.value = 'connecting';
}

/** Whether the box itself responds, and not a proxy with a page of its own. */
export async function isResponding(): Promise<boolean> {
  const asked = { cache: 'no-store', signal: AbortSignal.timeout(5_000) } as const;
  try {
    const response = await fetch(new URL('health/live', boxUrl), asked);
    return (await response.json()).status === 'ok';
  } catch {
    return false;
  }
}

async function poll(): Promise<void> {
  if (await isResponding()) noteResponse();
  else noteUnreachable();
}

// A box at home may respond without the internet, so it is polled after `offline` too.
addEventListener('offline', noteUnreachable);
addEventListener('online', () => state.value === 'offline' && void poll());
