export interface RepeatedTask {
  /** Ends the repetition. Resolves when the current run, if any, has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` repeatedly, never twice at once, with a pause before each run: `ms` milliseconds, or the number that the
 * run before returned. Errors go to `report`.
 */
export function repeat(
  ms: number,
  report: (error: Error) => void,
  work: () => Promise<number | undefined>,
): RepeatedTask {
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  let timer = setTimeout(run, ms);

  function run(): void {
    underWay = work()
      .catch((error) => void report(error))
      .then((pauseMs) => {
        if (!stopped) timer = setTimeout(run, pauseMs ?? ms);
      });
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
