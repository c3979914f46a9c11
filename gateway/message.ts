import type { Command } from '#modules/display';
import type { Payloads } from './payload.ts';

/** A parsed message of a panel. */
export type Message = {
  [K in keyof Payloads]: { kind: K; content: Payloads[K]; qos: number };
}[keyof Payloads];

export interface WaitingHeartbeat {
  message: Extract<Message, { kind: 'heartbeat' }>;
  /** Settles when it has been handled. */
  done: Promise<void>;
}

/** The consequences of a stored message. */
export interface Effect {
  /** A command to send at once. */
  command: Command | null;
  /** The panel may need a command. */
  reconcile: boolean;
  /** The panel shows the presentation that was pending. */
  confirmed?: boolean;
}
