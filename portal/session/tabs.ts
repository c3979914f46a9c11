import { randomId } from '../base.ts';
import type { Credentials } from './credentials.ts';
import { channelName, shared } from './storage.ts';

type Message =
  | { kind: 'ask'; from: string }
  | { kind: 'session'; to?: string; credentials: Credentials }
  | { kind: 'out'; ended: boolean }
  | { kind: 'bid'; from: string }
  | { kind: 'busy'; to: string };

export interface TabEvents {
  /** What this tab gives to one that asks. */
  current(): Credentials | null;
  onSession(credentials: Credentials): void;
  onOut(ended: boolean): void;
}

/** Tabs answer within a few milliseconds; one that sleeps does not count. */
const ANSWER_MS = 80;
/** The storage of two tabs agrees by then on which of them wrote last. */
const AGREED_MS = 200;
/** A refresh that takes longer has died with its tab. */
const LEASE_MS = 10_000;
const LEASE = 'refreshing';

/**
 * The tabs of one browser that share a session. A refresh token works once, so one tab at a time refreshes and hands the
 * others what it got: by a Web Lock where there is a secure context, elsewhere by election over a BroadcastChannel.
 */
export function joinTabs(events: TabEvents) {
  const id = randomId();
  const channel = new BroadcastChannel(channelName);
  const listeners = new Set<(message: Message) => void>();
  let isRefreshing = false;

  const send = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('to' in data && data.to !== undefined && data.to !== id) return;
    if (data.kind === 'ask') {
      const credentials = events.current();
      if (credentials) send({ kind: 'session', to: data.from, credentials });
    } else if (data.kind === 'bid') {
      if (isRefreshing) send({ kind: 'busy', to: data.from });
    } else if (data.kind === 'session') events.onSession(data.credentials);
    else if (data.kind === 'out') events.onOut(data.ended);
    for (const listener of listeners) listener(data);
  };

  /** True when such a message comes in time. */
  function heard(kinds: Message['kind'][], ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (found: boolean) => {
        clearTimeout(timer);
        listeners.delete(listener);
        resolve(found);
      };
      const listener = ({ kind }: Message) => kinds.includes(kind) && end(true);
      const timer = setTimeout(() => end(false), ms);
      listeners.add(listener);
    });
  }

  /** Whether another tab is at it, as far as the storage says, which is not told at once. */
  function isLeased(): boolean {
    const [owner, at] = (shared.read(LEASE) ?? '').split(' ');
    return owner !== id && Date.now() - Number(at ?? 0) < LEASE_MS;
  }

  async function elected<T>(work: () => Promise<T>): Promise<T> {
    // The last of those who wrote goes on. Under load a message may come late, so the storage decides.
    for (;;) {
      if (!isLeased()) {
        shared.write(LEASE, `${id} ${Date.now()}`);
        send({ kind: 'bid', from: id });
        const isBusy = await heard(['busy'], AGREED_MS);
        if (!isBusy && !isLeased()) break;
      }
      await heard(['session', 'out'], 500);
    }
    isRefreshing = true;
    try {
      return await work();
    } finally {
      isRefreshing = false;
      shared.write(LEASE, null);
    }
  }

  return {
    /** Asks the others for a session. True when one answered, which `onSession` was told. */
    ask(): Promise<boolean> {
      const answered = heard(['session'], ANSWER_MS);
      send({ kind: 'ask', from: id });
      return answered;
    },
    hand: (credentials: Credentials) => send({ kind: 'session', credentials }),
    out: (ended: boolean) => send({ kind: 'out', ended }),
    /** Runs `work` while no other tab runs theirs. */
    alone<T>(work: () => Promise<T>): Promise<T> {
      return navigator.locks ? (navigator.locks.request(channelName, work) as Promise<T>) : elected(work);
    },
  };
}
