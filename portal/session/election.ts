/** Messages of the election between tabs. `from` and `to` are ids of tabs. */
export type ElectionMessage =
  /** The sender wants to refresh. `stale`: the access token that is to be replaced. */
  | { kind: 'stand'; from: string; stale: string | null }
  /** An objection: the sender refreshes already, or has a smaller id. */
  | { kind: 'wait'; from: string; to: string };

/** Messages of the election, and its outcomes. */
export type TabMessage = ElectionMessage | { kind: 'session' | 'out' };

/** Tabs reply within a few milliseconds; frozen and closed tabs do not count. */
export const OBJECT_MS = 80;
/** How often a waiting tab asks again. */
export const ASK_AGAIN_MS = 500;

export interface Electorate {
  id: string;
  send(message: ElectionMessage): void;
  /** True when a matching message arrives within `ms`. */
  receives(matches: (message: TabMessage) => boolean, ms: number): Promise<boolean>;
}

export function isOutcome({ kind }: TabMessage): boolean {
  return kind === 'session' || kind === 'out';
}

/**
 * Elects one of the tabs over a broadcast channel: of those that stand, the one with the smallest id. The others wait as long
 * as it replies. If a tab is too busy to object in time, two tabs may be elected, so the work must be guarded.
 */
export function createElection({ id, send, receives }: Electorate) {
  let role: 'resting' | 'standing' | 'elected' = 'resting';

  function hasPrecedence(message: TabMessage): boolean {
    return message.kind === 'wait' || (message.kind === 'stand' && message.from < id);
  }

  /** True when no other tab objects or sends an outcome in time. */
  async function isElected(stale: string | null): Promise<boolean> {
    role = 'standing';
    const answered = receives((message) => isOutcome(message) || hasPrecedence(message), OBJECT_MS);
    send({ kind: 'stand', from: id, stale });
    return !(await answered);
  }

  return {
    /** Replies to a tab that stands. */
    answer({ from }: { from: string }): void {
      if (role === 'elected' || (role === 'standing' && id < from))
        send({ kind: 'wait', from: id, to: from });
    },
    /** Runs until `isOver`, or until this tab is elected and has done `work`. */
    async run(stale: string | null, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
      while (!isOver()) {
        if (await isElected(stale)) {
          role = 'elected';
          return work().finally(() => {
            role = 'resting';
          });
        }
        role = 'resting';
        if (!isOver()) await receives(isOutcome, ASK_AGAIN_MS);
      }
    },
  };
}
