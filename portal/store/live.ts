import { effect } from '@preact/signals';
import type { ChangeEvent } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
import { connection, noteUnreachable, streamIsLive } from './connection.ts';
import { shareChanges } from './share-changes.ts';

type Listener = (event: ChangeEvent) => void;
const listeners = new Set<Listener>();

/** Adds a listener for changes of displays, presentations and contents, and for `reset`: load again. Returns its removal. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A tab that is hidden for this long leaves the stream, to other tabs if there are any. */
const HIDDEN_MS = 30_000;

let stream: AbortController | null = null;

const sharing = shareChanges({
  lead: restart,
  rest: stop,
  onChange: notifyListeners,
  onState(isLive) {
    if (isLive) streamIsLive();
    else if (connection.peek() === 'live') noteUnreachable();
  },
});

function notifyListeners(change: ChangeEvent): void {
  for (const listener of listeners) listener(change);
}

async function follow(signal: AbortSignal): Promise<void> {
  for await (const change of placard.events({ signal })) {
    streamIsLive();
    sharing.publish(change);
    notifyListeners(change);
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
    // It ended neither on purpose nor with its session: a proxy refused it, or sent a page of its own, during an outage.
    .finally(() => stream === started && noteUnreachable());
}

/** Follows the event stream while there is a session. Restarts it at once when the box responds again. */
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
