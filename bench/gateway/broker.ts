import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What is measured: the gateway, and beside it mosquitto, which is given the same panels. */
export interface Broker {
  readonly port: number;
  /** Of the process that holds the connections. */
  readonly pid: number;
  /** `kill -9`, and waits for the end. */
  kill(): Promise<void>;
  /** Starts it again on the same port; resolves when it serves. */
  restart(): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Sends a signal to the process `pid`, which is `child` or one that ends it, and waits for the end of `child`. */
export async function endProcess(child: ChildProcess, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(pid, signal);
  await gone;
}
