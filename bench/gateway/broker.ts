import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server under measurement: the gateway, or mosquitto with the same panels. */
export interface Broker {
  readonly port: number;
  /** The pid of the process that holds the connections. */
  readonly pid: number;
  /** Sends `kill -9` and waits for the end. */
  kill(): Promise<void>;
  /** Starts it again on the same port; resolves when it serves. */
  restart(): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Sends a signal to the process `pid` and waits for the end of `child`, which is that process or ends with it. */
export async function endProcess(child: ChildProcess, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(pid, signal);
  await gone;
}
