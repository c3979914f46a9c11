import { terminalText } from './terminal-text.ts';

const LEVELS: Record<number, string> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
/** Width of the longest level, and of the longest process name. */
const [LEVEL_WIDTH, PROCESS_WIDTH] = [5, 7];

interface LogLine {
  level: number;
  time: string;
  process?: string;
  msg?: string;
  err?: { stack?: string; message?: string };
  [field: string]: unknown;
}

/** A line of the log for a terminal: local time, level, process, message, then the other fields; stacks below. */
export function logText(json: string): string {
  const { level, time, process: name = '', msg = '', err, ...fields } = JSON.parse(json) as LogLine;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const head = `${clock} ${(LEVELS[level] ?? '').padEnd(LEVEL_WIDTH)} ${name.padEnd(PROCESS_WIDTH)} ${msg}`;
  const rest = Object.entries(fields).map(([key, value]) => `  ${key}=${fieldText(value)}`);
  const stack = (err?.stack ?? err?.message ?? '').split('\n').filter(Boolean);
  return [head + rest.join(''), ...stack.map((line) => `    ${line}`)]
    .map((line) => `${terminalText(line)}\n`)
    .join('');
}

function fieldText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
