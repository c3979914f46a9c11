import { move, transferableSymbol, valueSymbol } from 'piscina';
import { threadTask } from '../threads/thread-task.ts';
import { InvalidImageError } from './errors.ts';
import { imageFrames, imagePng } from './products.ts';
import { sceneFrames, scenePng } from './scene-products.ts';
import type { Outcome, Task } from './task.ts';

/** Runs one task. The buffers of its result are transferred, not copied. */
export async function draw(task: Task): Promise<unknown> {
  try {
    const buffers = await run(task);
    const outcome: Outcome = { ok: true, buffers };
    return move({
      [transferableSymbol]: Object.values(buffers).map((view) => view.buffer),
      [valueSymbol]: outcome,
    });
  } catch (error) {
    const invalid = error instanceof InvalidImageError;
    const outcome: Outcome = {
      ok: false,
      invalid,
      message: invalid ? error.message : String((error as Error).stack ?? error),
      imageId: invalid ? error.imageId : undefined,
    };
    return outcome;
  }
}

/** The entry of a pool thread. */
export default threadTask(draw);

async function run({ product, source, options }: Task): Promise<Record<string, Uint8Array>> {
  if (product === 'frames') {
    const frames = source.kind === 'image' ? imageFrames(source, options) : sceneFrames(source, options);
    return { ...(await frames) };
  }
  const png = source.kind === 'image' ? imagePng(source, options) : scenePng(source, options);
  return { png: await png };
}
