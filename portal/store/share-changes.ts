import type { ChangeEvent } from '#client/index.ts';
import { randomId } from '../base.ts';
import { channelName } from '../session/storage.ts';

/** `opening`: not open yet. `blocked`: the box responds, but its stream does not arrive. `lost`: the box does not respond. */
export type StreamState = 'opening' | 'live' | 'blocked' | 'lost';

type Message =
  /** Asks for the leader. */
  | { kind: 'hello'; from: string }
  /** Sent by the leader, with the state of its stream. */
  | { kind: 'beat'; from: string; state: StreamState }
  | { kind: 'change'; from: string; state: StreamState; change: ChangeEvent }
  /** The leader leaves. */
  | { kind: 'bye'; from: string };

export interface Sharing {
  /** This tab must open the stream and call `publish` with each change. */
  lead(): void;
  /** This tab must close its stream. */
  rest(): void;
  /** A change from the leader's stream. */
  onChange(change: ChangeEvent): void;
  /** The state of the leader's stream. */
  onState(state: StreamState): void;
}

/** Tabs reply within a few milliseconds. */
const ANSWER_MS = 80;
const ANNOUNCE_MS = 2_000;
/** A leader that is silent for this long was closed or sleeps. */
const SILENT_MS = 3 * ANNOUNCE_MS + 500;
/** Maximum random delay before tabs that lost their leader take over, so that they do not all do so at once. */
const SPREAD_MS = 300;

/**
 * Shares one event stream among all tabs of this browser: the leading tab has the stream and publishes its changes. Two leaders
 * at once do no harm; the one with the smaller id stays. It uses no Web Locks, which plain http does not have.
 */
export function shareChanges({ lead, rest, onChange, onState }: Sharing) {
  const id = randomId();
  const channel = new BroadcastChannel(`${channelName}changes`);
  let role: 'away' | 'looking' | 'following' | 'leading' = 'away';
  /** This tab may have missed changes. */
  let isBehind = true;
  let state: StreamState = 'opening';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (message: Message) => channel.postMessage(message);
  const announceState = () => send({ kind: 'beat', from: id, state });

  function restartTimer(ms: number, work: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  }
  function takeOver(): void {
    role = 'leading';
    state = 'opening';
    announceRepeatedly();
    lead();
  }
  function announceRepeatedly(): void {
    announceState();
    restartTimer(ANNOUNCE_MS, announceRepeatedly);
  }
  function follow(): void {
    if (role === 'leading') {
      isBehind = true;
      rest();
    }
    role = 'following';
    restartTimer(SILENT_MS, takeOver);
  }
  function findLeader(ms: number): void {
    role = 'looking';
    send({ kind: 'hello', from: id });
    restartTimer(ms, takeOver);
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (role === 'away') return;
    if (role === 'leading' && (data.kind === 'hello' || data.from > id)) return announceState();
    if (data.kind === 'hello' || (data.kind === 'bye' && role === 'leading')) return;
    if (data.kind === 'bye') return findLeader(ANSWER_MS + Math.random() * SPREAD_MS);
    follow();
    onState(data.state);
    if (data.kind === 'change') {
      if (data.change.event === 'reset') isBehind = false;
      onChange(data.change);
      return;
    }
    const hasStream = data.state === 'live' || data.state === 'blocked';
    if (hasStream && isBehind) onChange({ event: 'reset', data: {} });
    if (hasStream) isBehind = false;
  };

  return {
    join(): void {
      if (role !== 'away') return;
      isBehind = true;
      findLeader(ANSWER_MS);
    },
    leave(): void {
      clearTimeout(timer);
      if (role === 'leading') {
        send({ kind: 'bye', from: id });
        rest();
      }
      role = 'away';
    },
    /** Called by the leader with each change of its stream, or with each `reset` while that is blocked. */
    publish(change: ChangeEvent, now: 'live' | 'blocked'): void {
      state = now;
      send({ kind: 'change', from: id, state, change });
    },
    /** Called by the leader when it opens its stream again after an outage. */
    reopening(): void {
      state = 'opening';
      announceState();
    },
    /** Called by the leader when its stream has ended. */
    lost(): void {
      state = 'lost';
      announceState();
    },
  };
}
