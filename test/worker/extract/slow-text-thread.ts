import readTextTask, { type TextOutcome, type TextTask } from '#worker/extract/text-thread.ts';

/** A thread that never ends with a text of "endless", uses up its memory with "greedy", dies with "deadly". */
export default function readSlowly(task: TextTask): TextOutcome {
  const text = task.kind === 'text' ? task.text : '';
  if (text.includes('endless')) for (;;);
  if (text.includes('deadly')) process.exit(3);
  if (text.includes('greedy')) {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  }
  return readTextTask(task);
}
