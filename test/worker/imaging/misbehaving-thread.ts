import { setTimeout } from 'node:timers/promises';
import type { Task } from '#worker/imaging/task.ts';
import draw from '#worker/imaging/thread.ts';

/** A pool thread that dies or hangs when a source tells it to, and otherwise works as ever. */
export default async function misbehave(task: Task): Promise<unknown> {
  const wish = task.source.kind === 'image' ? task.source.contentType : '';
  if (wish === 'die') process.exit(3);
  if (wish === 'throw later') {
    setImmediate(() => {
      throw new Error('out of the blue');
    });
    await new Promise(() => {});
  }
  if (wish === 'hang') for (;;);
  if (wish === 'exhaust') {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  }
  if (wish === 'nap') await setTimeout(1200);
  return draw(task);
}
