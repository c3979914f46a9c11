import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Event, Options } from './ava-parts.ts';

export type Listener = (event: Event) => void;

/** A process that runs test files, one after the other. It ends with its parent at the latest. */
export class TestProcess {
  /** How many files it has run. */
  files = 0;
  #child: ChildProcess;
  #listener: Listener = () => {};
  #fileOver: () => void = () => {};
  #busy = false;
  #forced = false;

  constructor({ projectDir, environmentVariables }: Options, execArgv: string[]) {
    this.#child = fork(join(import.meta.dirname, 'run-files.ts'), [], {
      cwd: projectDir,
      silent: true,
      // biome-ignore lint/style/noProcessEnv: ava passes it on as it is
      env: { NODE_ENV: 'test', ...process.env, ...environmentVariables },
      // Without ava's --enable-source-maps: without-source-maps.ts.
      execArgv,
      serialization: 'advanced',
    });
    this.#child.stdout?.on('data', (chunk) => this.#listener({ type: 'worker-stdout', chunk }));
    this.#child.stderr?.on('data', (chunk) => this.#listener({ type: 'worker-stderr', chunk }));
    this.#child.on('message', ({ ava: event }: { ava: Event }) => {
      if (event.type === 'file-over') this.#endFile({ type: 'worker-finished', forcedExit: false });
      else this.#listener(event);
    });
    // A message to a process that has just died fails. `exit` reports that.
    this.#child.on('error', () => {});
    this.#child.on('exit', (code, signal) => {
      const failed = !this.#forced && (code || signal);
      if (failed)
        this.#endFile({ type: 'worker-failed', ...(code ? { nonZeroExitCode: code } : { signal }) });
      // The remaining tests stay pending.
      else if (this.#busy) this.#endFile({ type: 'worker-finished', forcedExit: this.#forced });
    });
  }

  /**
   * Runs a file. The listener gets its reports until the next file. Resolves when the process is free or has ended.
   */
  run(options: Options, listener: Listener): Promise<void> {
    this.files += 1;
    this.#listener = listener;
    this.#busy = true;
    this.#keepAlive(true);
    this.#child.send({ run: options });
    return new Promise((resolve) => {
      this.#fileOver = resolve;
    });
  }

  /** Whether it can run one more file. */
  get alive(): boolean {
    const { connected, exitCode, signalCode } = this.#child;
    return connected && exitCode === null && signalCode === null;
  }

  /** Skips the remaining tests of its file. */
  interrupt(): void {
    if (this.#child.connected) this.#child.send({ interrupt: true });
  }

  kill(): void {
    this.#forced = true;
    this.#child.kill();
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #endFile(event: Event): void {
    this.#busy = false;
    this.#keepAlive(false);
    this.#listener(event);
    this.#fileOver();
  }

  /** Whether this process waits for it to end. */
  #keepAlive(wanted: boolean): void {
    const { channel, stdout, stderr } = this.#child;
    for (const part of [this.#child, channel, stdout, stderr] as (Pick<
      ChildProcess,
      'ref' | 'unref'
    > | null)[])
      wanted ? part?.ref() : part?.unref();
  }
}
