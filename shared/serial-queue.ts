/** Runs tasks one at a time, in the order in which they were added. A task that fails does not stop the next one. */
export class SerialQueue {
  /** The result of the task that was added last. */
  last: Promise<unknown> = Promise.resolve();

  /** Runs `task` after every task that was added before. */
  add<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    this.last = result;
    return result;
  }
}
