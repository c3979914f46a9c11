import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Starts a script of this folder in its own process, which ends when its channel closes. Resolves with its message
 * that it is ready.
 */
export async function startHelper(
  script: string,
  args: (string | number)[] = [],
): Promise<{ child: ChildProcess; readyMessage: unknown; close(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, script), args.map(String));
  const [readyMessage] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended before it was ready`))),
  ]);
  return {
    child,
    readyMessage,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
