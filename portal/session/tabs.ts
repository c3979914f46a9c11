import { randomId } from '../base.ts';
import type { Credentials } from './credentials.ts';
import { endLease, takeLease } from './lease.ts';
import { channelName } from './storage.ts';

type Message =
  | { kind: 'ask'; from: string }
  | { kind: 'session'; to?: string; credentials: Credentials }
  | { kind: 'out'; ended: boolean };

export interface TabEvents {
  /** What this tab gives to one that asks. */
  current(): Credentials | null;
  onSession(credentials: Credentials): void;
  onOut(ended: boolean): void;
}

/** Tabs answer within a few milliseconds; one that sleeps does not count. */
const ANSWER_MS = 80;
/** How long after another tab's refresh what it handed on may still be under way. */
const HANDED_MS = 3_000;
const ASK_LEASE_MS = 100;

/**
 * The tabs of one browser that share a session. A refresh token works once, so one tab at a time refreshes and hands the
 * others what it got: by a Web Lock where there is a secure context, elsewhere by a lease in IndexedDB.
 */
export function joinTabs(events: TabEvents) {
  const id = randomId();
  const channel = new BroadcastChannel(channelName);
  const listeners = new Set<(message: Message) => void>();
  /** How often another tab has said what became of the session. */
  let handed = 0;

  const send = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('to' in data && data.to !== undefined && data.to !== id) return;
    if (data.kind === 'session' || data.kind === 'out') handed += 1;
    if (data.kind === 'ask') {
      const credentials = events.current();
      if (credentials) send({ kind: 'session', to: data.from, credentials });
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

  /** After another tab's refresh: until what that tab handed on is here. It may come after the lock. */
  async function afterOthers<T>(handedBefore: number, work: () => Promise<T>): Promise<T> {
    if (handed === handedBefore) await heard(['session', 'out'], HANDED_MS);
    return work();
  }

  async function withWebLock<T>(work: () => Promise<T>): Promise<T> {
    const before = handed;
    const own = await navigator.locks.request(
      channelName,
      { ifAvailable: true },
      async (lock) => lock && { result: await work() },
    );
    return own ? own.result : navigator.locks.request(channelName, () => afterOthers(before, work));
  }

  async function withLease<T>(work: () => Promise<T>): Promise<T> {
    const before = handed;
    let hasWaited = false;
    while (!(await takeLease(id))) {
      hasWaited = true;
      await heard(['session', 'out'], ASK_LEASE_MS);
    }
    try {
      return await (hasWaited ? afterOthers(before, work) : work());
    } finally {
      await endLease(id);
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
    alone: <T>(work: () => Promise<T>): Promise<T> => (navigator.locks ? withWebLock(work) : withLease(work)),
  };
}
