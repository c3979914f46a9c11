import { threadTask } from '#worker/threads/thread-task.ts';

/** A thread that takes longer to load than a task may run. */
const START_MS = 3_000;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_MS);

export default threadTask((word: string): string => {
  if (word === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return word.toUpperCase();
});
