import { effect } from '@preact/signals';
import type { ChangeEvent } from '#client/index.ts';
import {
  connection,
  isResponding,
  noteUnreachable,
  streamIsBlocked,
  streamIsClosed,
  streamIsLive,
} from '../api/connection.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
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

/** A stream sends its first event at once. One that has sent none for this long is blocked by a proxy. */
const OPEN_TIMEOUT_MS = 10_000;
/** Delay before a blocked stream is opened again. It doubles with each try, up to the maximum. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Interval at which everything is loaded again while the stream is blocked. */
const RELOAD_MS = 20_000;

let stream: AbortController | null = null;
let refusals = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let loading: ReturnType<typeof setInterval> | undefined;

const sharing = shareChanges({
  lead: restart,
  rest: stop,
  onChange: notifyListeners,
  onState(state) {
    if (state === 'live') streamIsLive();
    else if (state === 'blocked') streamIsBlocked();
    else if (state === 'lost' && connection.peek() !== 'offline') noteUnreachable();
  },
});

function notifyListeners(change: ChangeEvent): void {
  for (const listener of listeners) listener(change);
}

/**
 * Follows the stream until it is refused, or has broken and its one resumption failed. Before the next try, the caller checks
 * whether the box responds.
 */
async function follow(signal: AbortSignal, onOpen: () => void): Promise<void> {
  for await (const change of placard.events({ signal, maxRetries: 1, timeoutMs: OPEN_TIMEOUT_MS })) {
    onOpen();
    refusals = 0;
    streamIsLive();
    sharing.publish(change, 'live');
    notifyListeners(change);
  }
}

function reloadAll(): void {
  const change = { event: 'reset', data: {} } as const;
  sharing.publish(change, 'blocked');
  notifyListeners(change);
}

function stopLoading(): void {
  clearInterval(loading);
  loading = undefined;
}

function closeStream(): void {
  clearTimeout(retryTimer);
  stream?.abort();
  stream = null;
}

function stop(): void {
  closeStream();
  stopLoading();
}

/** Loads everything at intervals until the stream opens. */
function noteBlocked(): void {
  streamIsBlocked();
  if (loading) return;
  loading = setInterval(reloadAll, RELOAD_MS);
  reloadAll();
}

function restart(): void {
  closeStream();
  const started = new AbortController();
  stream = started;
  let hasOpened = false;
  const openTimer = setTimeout(
    () => void noteMissing(() => stream === started && !hasOpened),
    OPEN_TIMEOUT_MS,
  );
  const onOpen = () => {
    hasOpened = true;
    clearTimeout(openTimer);
  };
  void follow(started.signal, onOpen)
    .catch(() => {})
    .then(() => {
      clearTimeout(openTimer);
      if (stream === started) return refused(started);
    });
}

/** Checks whether the box responds and, if the stream `isMissing` still, notes the reason. True when the box responds. */
async function noteMissing(isMissing: () => boolean): Promise<boolean> {
  const isThere = await isResponding();
  if (!isMissing()) return false;
  if (isThere) noteBlocked();
  else noteUnreachable();
  return isThere;
}

/**
 * Called when the stream has failed: a proxy refused it or sent a page of its own, because the box does not respond or because
 * the proxy passes no streams.
 */
async function refused(started: AbortController): Promise<void> {
  if (!(await noteMissing(() => stream === started))) return;
  const ms = Math.min(FIRST_RETRY_MS * 2 ** refusals++, MAX_RETRY_MS);
  retryTimer = setTimeout(restart, ms * (0.75 + Math.random() / 2));
}

/** Follows the event stream while there is a session. Restarts it at once when the box responds again. */
export function followChanges(): void {
  effect(() => {
    if (session.value.state === 'in') return sharing.join();
    sharing.leave();
    streamIsClosed();
  });
  let was = connection.peek();
  effect(() => {
    const now = connection.value;
    if (stream && now === 'offline' && was !== 'offline') sharing.lost();
    if (stream && now === 'connecting' && was === 'offline') {
      sharing.reopening();
      restart();
    }
    if (now !== 'blocked') stopLoading();
    was = now;
  });
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaveTimer);
    if (document.visibilityState === 'hidden') leaveTimer = setTimeout(() => sharing.leave(), HIDDEN_MS);
    else if (session.peek().state === 'in') sharing.join();
  });
  addEventListener('pagehide', () => sharing.leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.peek().state === 'in') sharing.join();
  });
}
