/** How a tab learns that there is another one to wait for. `from` and `to` are ids of tabs. */
export type ElectionMessage =
  /** I want to refresh, unless there is an objection. `stale`: the access token that is to be replaced. */
  | { kind: 'stand'; from: string; stale: string | null }
  /** I refresh, or stand before you. */
  | { kind: 'wait'; from: string; to: string };

/** Beside those of the election: what became of the session. */
export type Heard = ElectionMessage | { kind: 'session' | 'out' };

/** Tabs answer within a few milliseconds; one that is frozen or gone does not, and does not count. */
export const OBJECT_MS = 80;
/** How often one that waits asks whether there is still a tab to wait for. */
export const ASK_AGAIN_MS = 500;

export interface Electorate {
  id: string;
  send(message: ElectionMessage): void;
  /** True when a message that `matches` comes in time. */
  heard(matches: (message: Heard) => boolean, ms: number): Promise<boolean>;
}

export function isOutcome({ kind }: Heard): boolean {
  return kind === 'session' || kind === 'out';
}

/**
 * Decides, over a channel that all tabs hear, which of them does what one alone may do: of those that stand, the one with the
 * smallest id. Others wait for as long as it answers. A tab that is too busy to object in time may find another one elected
 * beside it, so what is done must be guarded.
 */
export function createElection({ id, send, heard }: Electorate) {
  let role: 'resting' | 'standing' | 'elected' = 'resting';

  function goesFirst(message: Heard): boolean {
    return message.kind === 'wait' || (message.kind === 'stand' && message.from < id);
  }

  /** True when no other tab objects in time, or has an outcome. */
  async function isElected(stale: string | null): Promise<boolean> {
    role = 'standing';
    const answered = heard((message) => isOutcome(message) || goesFirst(message), OBJECT_MS);
    send({ kind: 'stand', from: id, stale });
    return !(await answered);
  }

  return {
    /** Told what another tab asks. */
    answer({ from }: { from: string }): void {
      if (role === 'elected' || (role === 'standing' && id < from))
        send({ kind: 'wait', from: id, to: from });
    },
    /** Until `isOver`, or until this tab is elected and has done `work`. */
    async run(stale: string | null, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
      while (!isOver()) {
        if (await isElected(stale)) {
          role = 'elected';
          return work().finally(() => {
            role = 'resting';
          });
        }
        role = 'resting';
        if (!isOver()) await heard(isOutcome, ASK_AGAIN_MS);
      }
    },
  };
}
