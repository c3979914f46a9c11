import { threadTask } from '#worker/threads/thread-task.ts';

/** A thread that takes longer to load, and to prepare its first task, than a task may run. */
const START_MS = 3_000;
const wait = (ms?: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
wait(START_MS);
let prepared = false;

export default threadTask(
  (word: string): string => {
    if (word === 'hang') wait();
    return word.toUpperCase();
  },
  () => {
    if (!prepared) wait(START_MS);
    prepared = true;
  },
);
