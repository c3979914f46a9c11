import { type Config, ConfigError, loadConfig, readEnvironment, unknownSettings } from './config.ts';
import { WrongSecretError } from './db/installation.ts';
import { type Log, openLog } from './log.ts';
import { writeLines } from './terminal-text.ts';

/** Exit code of a start that fails until a person changes something. The supervisor does not retry it. */
export const FATAL_EXIT_CODE = 78; // EX_CONFIG of sysexits.h

/** A process that does not finish within this time exits, also when its supervisor is gone. */
const SHUTDOWN_LIMIT_MS = 10_000;

/** A failed start that its message fully explains: no stack trace is printed. */
export class StartError extends Error {
  /** The next attempt may succeed. */
  readonly transient: boolean;

  constructor(message: string, options: ErrorOptions & { transient?: boolean } = {}) {
    super(message, options);
    this.name = 'StartError';
    this.transient = options.transient ?? false;
  }
}

export interface RunningProcess {
  /** Logged and sent to the supervisor when the process is ready, such as its addresses. */
  ready: Record<string, string | number>;
  /** Finishes running work and releases all resources. May be called once. */
  close(): Promise<void>;
}

/**
 * Runs one process: reads the settings, starts, reports readiness, and stops on SIGTERM, SIGINT or the loss of its
 * supervisor. Mistakes that a person must correct are printed as a message without a stack trace.
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
    const log = openLog(name, config);
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
  // The supervisor may have ended during the start, before the listeners above existed.
  if (process.send && !process.connected) await stop();
}

function fail(error: unknown): void {
  const message = startMessage(error);
  if (message === null || (error instanceof StartError && error.transient)) {
    printFailure(error);
    process.exit(1);
  }
  // The supervisor prints it once, even if several of its processes send the same.
  if (process.send) process.send({ type: 'fatal', message }, () => process.exit(FATAL_EXIT_CODE));
  else {
    printFailure(error);
    process.exit(FATAL_EXIT_CODE);
  }
}

/**
 * Prints on standard error why a start or command failed: the text of `startMessage`, or that the disk is full, or else the
 * stack. The text may quote a file, a setting or the database, so control characters of terminals are escaped.
 */
export function printFailure(error: unknown): void {
  const text =
    startMessage(error) ??
    fullDiskMessage(error) ??
    (error instanceof Error ? error.stack : undefined) ??
    String(error);
  writeLines(process.stderr, text.split('\n'));
}

/** ENOSPC and EDQUOT of the file system, 53100 (`disk_full`) of Postgres: a later attempt may succeed. */
function fullDiskMessage(error: unknown): string | null {
  const { code, message } = error as { code?: string; message?: string };
  if (!['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '')) return null;
  return `The disk is full: make room and start again. (${message})`;
}

/** The message for the operator, or null for an unexpected failure, which needs its stack trace. */
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
