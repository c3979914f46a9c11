import { effect } from '@preact/signals';
import type { ChangeEvent } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
import { connection, streamIsLive } from './connection.ts';

type Listener = (event: ChangeEvent) => void;
const listeners = new Set<Listener>();

/** Told every change of the user's displays, presentations and contents, and `reset`: load anew. Returns how to end that. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Browsers open six connections to one host: a tab that is not looked at lets go of its one. */
const HIDDEN_MS = 30_000;

let stream: AbortController | null = null;

async function follow(signal: AbortSignal): Promise<void> {
  for await (const event of placard.events({ signal })) {
    streamIsLive();
    for (const listener of listeners) listener(event);
  }
}

function restart(): void {
  stream?.abort();
  stream = null;
  if (session.peek().state !== 'in') return;
  const started = new AbortController();
  stream = started;
  // It ends with the session, which the request has noticed, or because it was told to.
  follow(started.signal).catch(() => {});
}

/** One event stream for this tab, for as long as there is a session. Begins anew at once when the box is there again. */
export function followChanges(): void {
  let was = '';
  effect(() => {
    const { state } = session.value;
    if (state !== was) restart();
    was = state;
  });
  let reached = connection.peek();
  effect(() => {
    const now = connection.value;
    if (reached === 'offline' && now === 'connecting') restart();
    reached = now;
  });
  let hiding: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'visible') {
      if (!stream) restart();
    } else {
      hiding = setTimeout(() => {
        stream?.abort();
        stream = null;
      }, HIDDEN_MS);
    }
  });
}
