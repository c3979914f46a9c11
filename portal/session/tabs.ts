import { randomId } from '../base.ts';
import type { Credentials } from './credentials.ts';
import { createElection, type ElectionMessage, type Heard, isOutcome } from './election.ts';
import { endLease, keepLease, takeLease } from './lease.ts';
import { channelName } from './storage.ts';

type Message =
  | ElectionMessage
  | { kind: 'session'; to?: string; credentials: Credentials }
  | ({ kind: 'out' } & End);

/** The end of a session. */
export interface End {
  /** Something other than its user ended it. */
  ended: boolean;
  /** The refresh token of the session that is over; null when there was none. */
  token: string | null;
}

export interface TabEvents {
  /** What this tab gives to one that asks. */
  current(): Credentials | null;
  onSession(credentials: Credentials): void;
  onOut(end: End): void;
}

/** How long after another tab's refresh what it handed on may still be under way. */
const HANDED_MS = 3_000;
const ASK_LEASE_MS = 100;

/**
 * The tabs of one browser that share a session. A refresh token works once, so they elect the one that refreshes over
 * `BroadcastChannel`, and it hands the others what it got. Beneath, a lease in IndexedDB keeps two that take themselves for
 * elected from refreshing at once. Neither needs a secure context.
 */
export function joinTabs(events: TabEvents) {
  const id = randomId();
  const channel = new BroadcastChannel(channelName);
  const listeners = new Set<(message: Message) => void>();
  const send = (message: Message) => channel.postMessage(message);
  const election = createElection({ id, send, heard });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('to' in data && data.to !== undefined && data.to !== id) return;
    if (data.kind === 'session') events.onSession(data.credentials);
    else if (data.kind === 'out') events.onOut(data);
    else if (data.kind === 'stand') answer(data);
    for (const listener of listeners) listener(data);
  };

  /** With the session, when it is not the one that the asking tab wants to replace. */
  function answer(question: ElectionMessage & { kind: 'stand' }): void {
    const credentials = events.current();
    if (credentials && credentials.accessToken !== question.stale)
      send({ kind: 'session', to: question.from, credentials });
    else election.answer(question);
  }

  /** True when a message that `matches` comes in time. */
  function heard(matches: (message: Heard) => boolean, ms: number): Promise<boolean> {
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

  /** True once this tab holds the lease, and nothing is under way of what another one that held it has handed on. */
  async function isGuarded(isOver: () => boolean): Promise<boolean> {
    let hasWaited = false;
    while (!isOver()) {
      const outcome = await takeLease(id);
      // At once from one that sleeps: the box forgives a second use of its token for seconds only.
      if (outcome === 'taken over' || (outcome === 'taken' && !hasWaited)) return true;
      hasWaited = outcome === 'refused';
      await heard(isOutcome, hasWaited ? ASK_LEASE_MS : HANDED_MS);
    }
    return false;
  }

  return {
    /**
     * Until `isOver`: because another tab handed on its session, or because this one was elected and has run `refresh`, which
     * no other tab runs meanwhile. `stale` is the access token that is to be replaced.
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
    out: (end: End) => send({ kind: 'out', ...end }),
  };
}
