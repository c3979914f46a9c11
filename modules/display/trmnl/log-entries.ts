import { parseJson } from '#shared/parse-json.ts';
import { plainText } from './plain-text.ts';

const MAX_ENTRIES = 20;
const MAX_TEXT_CHARACTERS = 300;

/** One entry in the form of the panel's log. */
export interface LogEntry {
  message: string;
  level: string | null;
  source: string | null;
  [name: string]: string | null;
}

/**
 * Reads the entries of a log in the forms of all versions: `{ logs: […] }`, `{ log: { logs_array: […] } }` before
 * 1.5.10, and `{ log: ["text"] }` from a Kobo. Other values are ignored.
 */
export function readLogEntries(body: string): LogEntry[] {
  const entries = listOf(parseJson(body)).slice(0, MAX_ENTRIES).map(readEntry);
  return entries.filter((entry) => entry !== null);
}

function listOf(body: unknown): unknown[] {
  const { logs, log } = fields(body);
  for (const list of [logs, fields(log).logs_array, log]) if (Array.isArray(list)) return list;
  return [];
}

function readEntry(entry: unknown): LogEntry | null {
  const { message, log_message, level, log_level, source_path, log_sourcefile, source_line, log_codeline } =
    fields(entry);
  const text = textOrNull(typeof entry === 'string' ? entry : (message ?? log_message));
  if (!text) return null;
  const file = textOrNull(source_path ?? log_sourcefile);
  const line = source_line ?? log_codeline;
  return {
    message: text,
    level: textOrNull(level ?? log_level),
    source: file && typeof line === 'number' ? `${file}:${line}` : file,
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOrNull(text: unknown): string | null {
  return typeof text === 'string' ? plainText(text, MAX_TEXT_CHARACTERS) : null;
}
