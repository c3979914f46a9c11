import { effect } from '@preact/signals';
import type { ChangeEvent } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
import {
  connection,
  isResponding,
  noteUnreachable,
  streamIsBlocked,
  streamIsClosed,
  streamIsLive,
} from './connection.ts';
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

/** The first event of a stream comes at once: one that brings none for so long is held back on its way. */
const OPENING_MS = 10_000;
/** A stream that is blocked is asked for again after the first of these, then after twice as long, up to the second. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** How often everything is loaded anew while the stream is blocked. */
const LOAD_ANEW_MS = 20_000;

let stream: AbortController | null = null;
let refusals = 0;
let retrying: ReturnType<typeof setTimeout> | undefined;
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
 * Ends when the stream was refused, or has broken and its one resumption failed: whether the box itself is away is asked
 * before the stream is asked for again.
 */
async function follow(signal: AbortSignal, onOpen: () => void): Promise<void> {
  for await (const change of placard.events({ signal, maxRetries: 1, timeoutMs: OPENING_MS })) {
    onOpen();
    refusals = 0;
    streamIsLive();
    sharing.publish(change, 'live');
    notifyListeners(change);
  }
}

function loadAnew(): void {
  const change = { event: 'reset', data: {} } as const;
  sharing.publish(change, 'blocked');
  notifyListeners(change);
}

function stopLoading(): void {
  clearInterval(loading);
  loading = undefined;
}

function closeStream(): void {
  clearTimeout(retrying);
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
  loading = setInterval(loadAnew, LOAD_ANEW_MS);
  loadAnew();
}

function restart(): void {
  closeStream();
  const started = new AbortController();
  stream = started;
  let hasOpened = false;
  const opening = setTimeout(() => void noteMissing(() => stream === started && !hasOpened), OPENING_MS);
  const onOpen = () => {
    hasOpened = true;
    clearTimeout(opening);
  };
  void follow(started.signal, onOpen)
    .catch(() => {})
    .then(() => {
      clearTimeout(opening);
      if (stream === started) return refused(started);
    });
}

/** Notes why the stream does not arrive, when `isMissing` still after the box was asked. True when the box itself responds. */
async function noteMissing(isMissing: () => boolean): Promise<boolean> {
  const isThere = await isResponding();
  if (!isMissing()) return false;
  if (isThere) noteBlocked();
  else noteUnreachable();
  return isThere;
}

/**
 * The stream ended neither on purpose nor with its session: a proxy refused it, or sent a page of its own, during an outage of
 * the box or because it passes no streams.
 */
async function refused(started: AbortController): Promise<void> {
  if (!(await noteMissing(() => stream === started))) return;
  const ms = Math.min(FIRST_RETRY_MS * 2 ** refusals++, MAX_RETRY_MS);
  retrying = setTimeout(restart, ms * (0.75 + Math.random() / 2));
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
