import { readTextTask, type TextOutcome, type TextTask } from '#worker/extract/text-thread.ts';
import { threadTask } from '#worker/threads/thread-task.ts';

/** A thread that never ends with the text "endless", exhausts its memory with "greedy", and dies with "deadly". */
export default threadTask((task: TextTask): TextOutcome => {
  const text = task.kind === 'text' ? task.text : '';
  // Waits without using processor time.
  if (text.includes('endless')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (text.includes('deadly')) process.exit(3);
  if (text.includes('greedy')) {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  }
  return readTextTask(task);
});
