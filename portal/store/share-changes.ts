import type { ChangeEvent } from '#client/index.ts';
import { randomId } from '../base.ts';
import { channelName } from '../session/storage.ts';

type Message =
  /** Is there a leader? */
  | { kind: 'hello'; from: string }
  /** There is: `isLive` says whether its stream is open. */
  | { kind: 'beat'; from: string; isLive: boolean }
  | { kind: 'change'; from: string; change: ChangeEvent }
  /** There is none any more. */
  | { kind: 'bye'; from: string };

export interface Sharing {
  /** This tab opens the stream, and calls `tell` with what comes. */
  lead(): void;
  /** This tab has no stream of its own, or none any more. */
  rest(): void;
  /** What the stream of another tab brought. */
  onChange(change: ChangeEvent): void;
  /** The leader's stream is open, or is not. */
  onState(isLive: boolean): void;
}

/** Tabs answer within a few milliseconds. */
const ANSWER_MS = 80;
const BEAT_MS = 2_000;
/** A leader that is silent for so long has ended without a word, or sleeps. */
const SILENT_MS = 3 * BEAT_MS + 500;
/** Tabs that have lost their leader do not all lead at once. */
const SPREAD_MS = 300;

/**
 * One event stream for all tabs of this browser: one of them leads, has the stream, and tells the others what it brings. Two
 * that lead at once do no harm, and the one with the smaller id goes on. Without Web Locks, so that it is the same over plain http.
 */
export function shareChanges({ lead, rest, onChange, onState }: Sharing) {
  const id = randomId();
  const channel = new BroadcastChannel(`${channelName}changes`);
  let role: 'away' | 'looking' | 'following' | 'leading' = 'away';
  /** What this tab shows may be older than the stream. */
  let isBehind = true;
  let isLive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (message: Message) => channel.postMessage(message);
  const beat = () => send({ kind: 'beat', from: id, isLive });

  function after(ms: number, work: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  }
  function takeOver(): void {
    role = 'leading';
    isLive = false;
    beatOn();
    lead();
  }
  function beatOn(): void {
    beat();
    after(BEAT_MS, beatOn);
  }
  function follow(): void {
    if (role === 'leading') {
      isBehind = true;
      rest();
    }
    role = 'following';
    after(SILENT_MS, takeOver);
  }
  function look(ms: number): void {
    role = 'looking';
    send({ kind: 'hello', from: id });
    after(ms, takeOver);
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (role === 'away') return;
    if (role === 'leading' && (data.kind === 'hello' || data.from > id)) return beat();
    if (data.kind === 'hello' || (data.kind === 'bye' && role === 'leading')) return;
    if (data.kind === 'bye') return look(ANSWER_MS + Math.random() * SPREAD_MS);
    follow();
    if (data.kind === 'change') {
      onState(true);
      if (data.change.event === 'reset') isBehind = false;
      onChange(data.change);
      return;
    }
    onState(data.isLive);
    if (data.isLive && isBehind) onChange({ event: 'reset', data: {} });
    if (data.isLive) isBehind = false;
  };

  return {
    join(): void {
      if (role !== 'away') return;
      isBehind = true;
      look(ANSWER_MS);
    },
    leave(): void {
      clearTimeout(timer);
      if (role === 'leading') {
        send({ kind: 'bye', from: id });
        rest();
      }
      role = 'away';
    },
    /** Called by the leader with each change of its stream. */
    tell(change: ChangeEvent): void {
      isLive = true;
      send({ kind: 'change', from: id, change });
    },
    /** Called by the leader when its stream has ended. */
    lost(): void {
      isLive = false;
      beat();
    },
  };
}
