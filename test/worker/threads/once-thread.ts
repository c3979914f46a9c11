import { threadId } from 'node:worker_threads';
import { oncePerProcess } from '#worker/threads/once-per-process.ts';
import { threadTask } from '#worker/threads/thread-task.ts';

let worked = false;
oncePerProcess(() => {
  worked = true;
});

/** Says which thread it is, and whether that one did what is done once. */
export default threadTask((_: null) => ({ threadId, worked }));
