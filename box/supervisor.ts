import { type ChildProcess, spawn } from 'node:child_process';
import { monotonicMs } from '#shared/clock.ts';
import type { Log } from '#shared/log.ts';
import { FATAL_EXIT_CODE, StartError } from '#shared/process.ts';
import { BackOff } from './back-off.ts';

/** A child that is not ready by then is killed and restarted. */
const READY_LIMIT_MS = 60_000;
/** Time for children to finish their work. Container runtimes commonly wait ten seconds in all. */
const STOP_GRACE_MS = 8_000;
/** A child that was never ready and ended this often is given up. */
const MAX_FAILED_STARTS = 5;

export interface ChildPlan {
  name: string;
  /** Absolute path of the script. It sends `{ type: 'ready', … }` or `{ type: 'fatal', message }` over IPC. */
  script: string;
  /** Flags of Node. */
  flags?: string[];
}

export interface SupervisorOptions {
  environment: Record<string, string | undefined>;
  log: Log;
  /** A child that ran for this long is restarted without a pause. */
  healthyAfterMs?: number;
}

type Addresses = Record<string, string>;

/** Keeps the children running until `stop`. */
export class Supervisor {
  /** The addresses that the children sent when they first became ready. Rejects when one of them cannot. */
  readonly ready: Promise<Addresses>;
  /** Rejects, with a message for the user, when a child cannot run until a person changes something. */
  readonly failed: Promise<never>;
  readonly #children: SupervisedChild[];

  constructor(plans: ChildPlan[], options: SupervisorOptions) {
    const failure = Promise.withResolvers<never>();
    this.failed = failure.promise;
    this.failed.catch(() => {});
    this.#children = plans.map((plan) => new SupervisedChild(plan, options, failure.reject));
    this.ready = Promise.race([
      Promise.all(this.#children.map((child) => child.ready)).then((all) => Object.assign({}, ...all)),
      this.failed,
    ]);
    this.ready.catch(() => {});
  }

  /** Asks all children to stop, and kills those still running after the grace period or once `force` resolves. */
  async stop(force: Promise<void>): Promise<void> {
    const ended = Promise.all(this.#children.map((child) => child.stop()));
    const grace = Promise.withResolvers<void>();
    const timer = setTimeout(grace.resolve, STOP_GRACE_MS);
    await Promise.race([ended, force, grace.promise]);
    clearTimeout(timer);
    for (const child of this.#children) child.kill();
    await ended;
  }
}

class SupervisedChild {
  readonly ready: Promise<Addresses>;
  readonly #plan: ChildPlan;
  readonly #options: SupervisorOptions;
  readonly #fail: (reason: Error) => void;
  readonly #backOff: BackOff;
  readonly #firstReady = Promise.withResolvers<Addresses>();
  readonly #ended = Promise.withResolvers<void>();
  #process: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #stopping = false;
  #wasReady = false;

  constructor(plan: ChildPlan, options: SupervisorOptions, fail: (reason: Error) => void) {
    this.#plan = plan;
    this.#options = options;
    this.#fail = fail;
    this.#backOff = new BackOff(options.healthyAfterMs);
    this.ready = this.#firstReady.promise;
    this.#start();
  }

  stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    if (this.#process) this.#process.kill('SIGTERM');
    else this.#ended.resolve();
    return this.#ended.promise;
  }

  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  #start(): void {
    // In its own session: Ctrl-C in a terminal reaches the supervisor only, which stops the children in order.
    const child = spawn(process.execPath, [...(this.#plan.flags ?? []), this.#plan.script], {
      env: this.#options.environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.#process = child;
    const startedAt = monotonicMs();
    let isReady = false;
    let message: string | undefined;
    const readyTimer = setTimeout(() => child.kill('SIGKILL'), READY_LIMIT_MS);
    child.on('message', (sent: { type?: string; message?: string }) => {
      const { type, ...rest } = sent;
      if (type === 'fatal') message = sent.message;
      if (type !== 'ready') return;
      clearTimeout(readyTimer);
      isReady = true;
      this.#wasReady = true;
      this.#firstReady.resolve(rest as Addresses);
    });
    child.once('error', (error) => this.#fail(error));
    child.once('close', (code, signal) => {
      clearTimeout(readyTimer);
      this.#process = undefined;
      const upMs = isReady ? monotonicMs() - startedAt : 0;
      this.#afterEnd({ code, signal, message, upMs });
    });
  }

  #afterEnd(end: { code: number | null; signal: string | null; message?: string; upMs: number }): void {
    if (this.#stopping) {
      this.#ended.resolve();
      return;
    }
    const { name } = this.#plan;
    const pauseMs = this.#backOff.nextPauseMs(end.upMs);
    const isGivenUp = end.code === FATAL_EXIT_CODE || this.#backOff.failures >= MAX_FAILED_STARTS;
    if (isGivenUp && !this.#wasReady) {
      this.#fail(
        new StartError(end.message ?? `The ${name} process does not start; the lines above say why.`),
      );
      return;
    }
    const { code, signal, message } = end;
    this.#options.log.error(
      { child: name, code, signal, reason: message, pauseMs },
      'child ended, restarting',
    );
    this.#restart = setTimeout(() => this.#start(), pauseMs);
  }
}
