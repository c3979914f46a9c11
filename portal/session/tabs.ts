import { randomId } from '../base.ts';
import { createElection, type ElectionMessage, isOutcome, type TabMessage } from './election.ts';
import { endLease, keepLease, takeLease } from './lease.ts';
import { channelName } from './storage.ts';
import type { Credentials } from './token-pair.ts';

type Message =
  | ElectionMessage
  | { kind: 'session'; to?: string; credentials: Credentials }
  | ({ kind: 'out' } & SessionEnd);

/** The end of a session. */
export interface SessionEnd {
  /** Not ended by the user. */
  ended: boolean;
  /** The refresh token of the ended session; null without one. */
  token: string | null;
}

export interface TabEvents {
  /** The session to hand to a tab that asks. */
  current(): Credentials | null;
  onSession(credentials: Credentials): void;
  onOut(end: SessionEnd): void;
}

/** Time that the message with the session may take after another tab's refresh. */
const HANDED_MS = 3_000;
const ASK_LEASE_MS = 100;

/**
 * Shares a session among the tabs of one browser. A refresh token works once, so the tabs elect one over `BroadcastChannel` that
 * refreshes and hands the session to the others. A lease in IndexedDB keeps two elected tabs from refreshing at once. Neither
 * needs a secure context.
 */
export function joinTabs(events: TabEvents) {
  const id = randomId();
  const channel = new BroadcastChannel(channelName);
  const listeners = new Set<(message: Message) => void>();
  const send = (message: Message) => channel.postMessage(message);
  const election = createElection({ id, send, receives });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('to' in data && data.to !== undefined && data.to !== id) return;
    if (data.kind === 'session') events.onSession(data.credentials);
    else if (data.kind === 'out') events.onOut(data);
    else if (data.kind === 'stand') answer(data);
    for (const listener of listeners) listener(data);
  };

  /** Replies with the session, unless it is the one that the asking tab wants to replace. */
  function answer(question: ElectionMessage & { kind: 'stand' }): void {
    const credentials = events.current();
    if (credentials && credentials.accessToken !== question.stale)
      send({ kind: 'session', to: question.from, credentials });
    else election.answer(question);
  }

  /** True when a matching message arrives within `ms`. */
  function receives(matches: (message: TabMessage) => boolean, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (found: boolean) => {
        clearTimeout(timer);
        listeners.delete(listener);
        resolve(found);
      };
      const listener = (message: Message) => matches(message) && end(true);
      const timer = setTimeout(() => end(false), ms);
      listeners.add(listener);
    });
  }

  /** True once this tab holds the lease and no session of a previous holder can still be on its way. */
  async function isGuarded(isOver: () => boolean): Promise<boolean> {
    let hasWaited = false;
    while (!isOver()) {
      const outcome = await takeLease(id);
      // A lease that was taken over is used at once: the box tolerates a second use of the token for seconds only.
      if (outcome === 'taken over' || (outcome === 'taken' && !hasWaited)) return !isOver();
      hasWaited = outcome === 'refused';
      await receives(isOutcome, hasWaited ? ASK_LEASE_MS : HANDED_MS);
    }
    return false;
  }

  return {
    /**
     * Runs until `isOver`: until another tab has handed over its session, or this one was elected and has run `refresh`, which no
     * other tab runs at the same time. `stale` is the access token that is to be replaced.
     */
    renew: (stale: string | null, isOver: () => boolean, refresh: () => Promise<void>): Promise<void> =>
      election.run(stale, isOver, async () => {
        try {
          if (await isGuarded(isOver)) await keepLease(id, refresh);
        } finally {
          await endLease(id);
        }
      }),
    hand: (credentials: Credentials) => send({ kind: 'session', credentials }),
    out: (end: SessionEnd) => send({ kind: 'out', ...end }),
  };
}
