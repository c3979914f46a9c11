import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { logText } from './log-text.ts';
import { terminalJson } from './terminal-text.ts';

export type Log = Logger;

const REDACTED = [
  'password',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'identityToken',
  'authorizationCode',
  'authorization',
  'cookie',
  'secret',
  'claimCode',
  'apiKey',
  'LLM_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/**
 * Fields of an error that are logged beside type, message and stack. Libraries attach whole requests and responses to
 * their errors: forms with secrets and codes, signed addresses, values of rows.
 */
const ERROR_FIELDS = ['code', 'status', 'errno', 'syscall', 'constraint', 'failure', 'param', 'requestId'];

/** Returns the fields of an error that are logged. */
function serializeError(thrown: Error): object {
  const { type, message, stack, ...rest } = pino.stdSerializers.err(thrown);
  const kept = ERROR_FIELDS.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]]));
  return { type, message, stack, ...Object.fromEntries(kept) };
}

/** Fields, such as the request id, of every log line that is written while `run` is running. */
const context = new AsyncLocalStorage<Record<string, string>>();

export function withLogContext<T>(fields: Record<string, string>, run: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, run);
}

/** Opens the log of a process: text on a terminal, JSON elsewhere, unless LOG_FORMAT sets one of them. */
export function openLog(
  processName: string,
  { LOG_LEVEL, LOG_FORMAT }: { LOG_LEVEL: string; LOG_FORMAT: 'auto' | 'json' | 'text' },
): Log {
  const isText = LOG_FORMAT === 'text' || (LOG_FORMAT === 'auto' && process.stdout.isTTY);
  const out = pino.destination(1);
  const destination = isText ? { write: (line: string) => void out.write(logText(line)) } : out;
  return createLog(processName, LOG_LEVEL, destination);
}

/**
 * Structured logs: one JSON object per line on standard output, without secrets and with terminal control characters
 * escaped. `process` names the process.
 */
export function createLog(processName: string, level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { process: processName },
    serializers: { err: serializeError },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    mixin: () => ({ ...context.getStore() }), // a copy: pino writes into it
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const out = destination ?? pino.destination(1);
  return pino(options, { write: (line) => void out.write(terminalJson(line)) });
}
