import type { Task } from '#worker/imaging/task.ts';
import { draw } from '#worker/imaging/thread.ts';
import { threadTask } from '#worker/threads/thread-task.ts';

/** A pool thread that dies or hangs when a source tells it to, and otherwise works as ever. */
export default threadTask(async (task: Task): Promise<unknown> => {
  const failure = task.source.kind === 'image' ? task.source.contentType : '';
  if (failure === 'die') process.exit(3);
  if (failure === 'throw later') {
    setImmediate(() => {
      throw new Error('out of the blue');
    });
    await new Promise(() => {});
  }
  // As blocked as in native code, and without using up a core.
  if (failure === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (failure === 'exhaust') {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  }
  return draw(task);
});
