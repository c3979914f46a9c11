import { parentPort } from 'node:worker_threads';

/** The message from a pool to a thread. */
export interface PoolTask<Input> {
  /** Names the task towards the pool that it came from. */
  id: number;
  input: Input;
}

/** The message from a thread to its pool when a task begins, after all code is loaded. */
export interface TaskBegun {
  begun: number;
}

/**
 * Makes the entry of a pool's thread, its default export, of a function from input to output.
 * @param prepare loads what the first task needs; no limit counts that
 */
export function threadTask<Input, Output>(
  work: (input: Input) => Output,
  prepare: () => void = () => {},
): (task: PoolTask<Input>) => Output {
  return ({ id, input }) => {
    prepare();
    parentPort?.postMessage({ begun: id } satisfies TaskBegun);
    return work(input);
  };
}
