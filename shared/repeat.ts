export interface RepeatedTask {
  /** Resolves when no run is under way and none will follow. */
  stop(): Promise<void>;
}

/**
 * Runs `work` again and again, never twice at once, with a pause before each run: of `ms`, or of as many milliseconds as
 * the run before returned.
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
