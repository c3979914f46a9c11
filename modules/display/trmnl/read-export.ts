import { parse } from 'csv-parse/sync';
import { plainText } from './plain-text.ts';

/** One panel of another server's export. */
export interface ExportedPanel {
  hardwareId: string;
  key: string;
  name: string | null;
  firmware: string | null;
}

const MAC = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i;
const MAX_KEY = 256;
const MAX_NAME = 64;

/**
 * Reads the panels of Terminus (table `device`, or its API's `data`) or LaraPaper (table `devices`) from JSON, CSV with
 * a header, or the `COPY` of a dump by pg_dump. `skipped` is the number of rows without a MAC address or a key.
 */
export function readExport(text: string): { panels: ExportedPanel[]; skipped: number } {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''));
  const panels = rows.map(panelOf).filter((panel) => panel !== null);
  return { panels, skipped: rows.length - panels.length };
}

type Row = Record<string, unknown>;

function rowsOf(text: string): Row[] {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return rowsOfJson(JSON.parse(trimmed));
  return rowsOfDump(text) ?? rowsOfCsv(text);
}

function rowsOfJson(value: unknown): Row[] {
  const { data, devices } = (value ?? {}) as { data?: unknown; devices?: unknown };
  const list = [value, data, devices].find(Array.isArray) ?? [];
  return list.filter((row) => typeof row === 'object' && row !== null);
}

/** Rows after `COPY public.device (columns) FROM stdin;`, up to `\\.`; null without such a table. */
function rowsOfDump(text: string): Row[] | null {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^COPY (public\.)?devices? \(/.test(line));
  if (at < 0) return null;
  const columns = (lines[at] ?? '').replace(/^[^(]*\(|\).*$|"/g, '').split(', ');
  const end = lines.indexOf('\\.', at);
  return lines.slice(at + 1, end < 0 ? undefined : end).map((line) => {
    const values = line.split('\t').map((value) => (value === '\\N' ? null : unescapeCopy(value)));
    return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  });
}

/** Postgres' manual, COPY, "Text Format". */
function unescapeCopy(value: string): string {
  const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
  return value.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter);
}

/** Parses CSV (RFC 4180), such as `sqlite3 -csv -header` writes. @throws when it is malformed */
function rowsOfCsv(text: string): Row[] {
  return parse(text, { columns: true, relaxColumnCount: true, skipEmptyLines: true });
}

function panelOf(row: Row): ExportedPanel | null {
  const text = (...names: string[]) => {
    const value = names.map((name) => row[name]).find((one) => typeof one === 'string' && one.trim() !== '');
    return typeof value === 'string' ? value.trim() : null;
  };
  const mac = text('mac_address');
  const key = text('api_key');
  const name = text('label', 'name');
  if (!mac || !MAC.test(mac) || !key || key.length > MAX_KEY) return null;
  return {
    hardwareId: mac.toUpperCase(),
    key,
    name: name && plainText(name, MAX_NAME),
    firmware: text('firmware_version', 'last_firmware_version')?.slice(0, 64) ?? null,
  };
}
