export interface Repeated {
  /** Resolves when no run is under way and none will follow. */
  stop(): Promise<void>;
}

/** Runs `work` again and again with a pause of `ms` before each run, never twice at once. */
export function repeat(ms: number, report: (error: Error) => void, work: () => Promise<void>): Repeated {
  let stopped = false;
  let underWay = Promise.resolve();
  let timer = setTimeout(run, ms);

  function run(): void {
    underWay = work()
      .catch(report)
      .finally(() => {
        if (!stopped) timer = setTimeout(run, ms);
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
