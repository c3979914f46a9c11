/** Progress of a long command: on a terminal one line that is redrawn, elsewhere one line for each phase. */
export interface Progress {
  /** Counts one more of these. */
  step(what: string): void;
  end(): void;
}

const REDRAW_MS = 200;

export function createProgress(stream: NodeJS.WriteStream, now: () => number): Progress {
  const done = new Map<string, number>();
  let drawnAt = Number.NEGATIVE_INFINITY;
  const line = () => [...done].map(([what, count]) => `${what} ${count}`).join(', ');
  return {
    step(what) {
      done.set(what, (done.get(what) ?? 0) + 1);
      if (!stream.isTTY || now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      stream.write(`\r\u001b[K${line()}`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001b[K');
      else if (done.size > 0) stream.write(`${line()}\n`);
      done.clear();
    },
  };
}
