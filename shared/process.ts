import { type Config, ConfigError, loadConfig, readEnvironment, unknownSettings } from './config.ts';
import { WrongSecretError } from './db/installation.ts';
import { createLog, type Log } from './log.ts';
import { writeLines } from './terminal-text.ts';

/** Exit code for a start that cannot succeed until a person changes something: the supervisor does not retry it. */
export const FATAL_EXIT_CODE = 78; // EX_CONFIG of sysexits.h

/** Finishing may take this long; who is stuck is ended, also when its supervisor is gone and cannot do it. */
const SHUTDOWN_LIMIT_MS = 10_000;

/** A reason not to start that is fully told by its message. */
export class StartError extends Error {
  /** It may be gone at the next try. */
  readonly transient: boolean;

  constructor(message: string, options: ErrorOptions & { transient?: boolean } = {}) {
    super(message, options);
    this.name = 'StartError';
    this.transient = options.transient ?? false;
  }
}

export interface RunningProcess {
  /** Shown when the process is ready, such as its addresses. */
  ready: Record<string, string | number>;
  /** Finishes what is under way and releases everything. May be called once. */
  close(): Promise<void>;
}

/**
 * The life of one process: settings, start, ready message, drain on SIGTERM, SIGINT or the loss of its supervisor.
 * Mistakes that a person has to mend are told in one message without a stack trace.
 */
export async function runProcess(
  name: string,
  start: (config: Config, log: Log) => Promise<RunningProcess>,
): Promise<void> {
  let running: RunningProcess | undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    await running?.close();
    process.exit(0);
  };
  try {
    const environment = readEnvironment();
    const config = loadConfig(environment);
    const log = createLog(name, config.LOG_LEVEL);
    for (const key of process.send ? [] : unknownSettings(environment))
      log.warn({ setting: key }, 'unknown setting');
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'uncaught error');
      process.exit(1);
    });
    running = await start(config, log);
    log.info(running.ready, 'ready');
    process.send?.({ type: 'ready', ...running.ready });
  } catch (error) {
    return fail(error);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal as 'SIGTERM', stop);
  // Lost while we were starting, when nobody listened yet.
  if (process.send && !process.connected) await stop();
}

function fail(error: unknown): void {
  const message = startMessage(error);
  if (message === null || (error instanceof StartError && error.transient)) {
    printFailure(error);
    process.exit(1);
  }
  // The supervisor tells it, once, even where several of its processes say the same.
  if (process.send) process.send({ type: 'fatal', message }, () => process.exit(FATAL_EXIT_CODE));
  else {
    printFailure(error);
    process.exit(FATAL_EXIT_CODE);
  }
}

/**
 * Tells on standard error why something did not start or succeed: in the words of `startMessage`, else with the stack.
 * Either may quote what a file, a setting or a database said, so that a terminal is only shown it.
 */
export function printFailure(error: unknown): void {
  const text = startMessage(error) ?? (error instanceof Error ? error.stack : undefined) ?? String(error);
  writeLines(process.stderr, text.split('\n'));
}

/** What to tell the operator, or null when the failure is not one that words can mend. */
export function startMessage(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof WrongSecretError || error instanceof StartError)
    return error.message;
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Free it, or choose another with HTTP_PORT, MQTT_PORT or MQTT_TLS_PORT.`;
  if (code === 'EACCES' && port)
    return `Port ${port} may not be used by this account. Choose one above 1023 with HTTP_PORT, MQTT_PORT or MQTT_TLS_PORT.`;
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Check HTTP_HOST, MQTT_HOST and MQTT_PLAIN_HOST.`;
  return null;
}
