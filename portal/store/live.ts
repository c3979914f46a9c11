import { effect } from '@preact/signals';
import type { ChangeEvent } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
import { connection, missedBox, streamIsLive } from './connection.ts';
import { shareChanges } from './share-changes.ts';

type Listener = (event: ChangeEvent) => void;
const listeners = new Set<Listener>();

/** Told every change of the user's displays, presentations and contents, and `reset`: load anew. Returns how to end that. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A tab that is not looked at for so long leaves the stream to others, and lets go of it when it is the only one. */
const HIDDEN_MS = 30_000;

let stream: AbortController | null = null;

const sharing = shareChanges({
  lead: restart,
  rest: stop,
  onChange: tellListeners,
  onState(isLive) {
    if (isLive) streamIsLive();
    else if (connection.peek() === 'live') missedBox();
  },
});

function tellListeners(change: ChangeEvent): void {
  for (const listener of listeners) listener(change);
}

async function follow(signal: AbortSignal): Promise<void> {
  for await (const change of placard.events({ signal })) {
    streamIsLive();
    sharing.tell(change);
    tellListeners(change);
  }
}

function stop(): void {
  stream?.abort();
  stream = null;
}

function restart(): void {
  stop();
  const started = new AbortController();
  stream = started;
  follow(started.signal)
    .catch(() => {})
    // Neither told to end nor with its session: a proxy has refused it, or sent a page of its own, while the box was away.
    .finally(() => stream === started && missedBox());
}

/** Follows the stream of this browser for as long as there is a session. Begins anew at once when the box is there again. */
export function followChanges(): void {
  effect(() => (session.value.state === 'in' ? sharing.join() : sharing.leave()));
  let was = connection.peek();
  effect(() => {
    const now = connection.value;
    if (stream && now === 'offline' && was !== 'offline') sharing.lost();
    if (stream && now === 'connecting' && was === 'offline') restart();
    was = now;
  });
  let hiding: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(() => sharing.leave(), HIDDEN_MS);
    else if (session.peek().state === 'in') sharing.join();
  });
  addEventListener('pagehide', () => sharing.leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.peek().state === 'in') sharing.join();
  });
}
