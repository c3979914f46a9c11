import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A script of this folder in a process of its own, which ends when we hang up; resolves when it says that it is ready. */
export async function startHelper(
  script: string,
  args: (string | number)[] = [],
): Promise<{ child: ChildProcess; said: unknown; close(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, script), args.map(String));
  const [said] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended before it was ready`))),
  ]);
  return {
    child,
    said,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
