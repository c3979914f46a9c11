import type { Block } from '../blocks.ts';
import { countWords } from '../count-words.ts';
import { chatBlocks } from './chat-records.ts';
import { plainName } from './names.ts';
import type { Json } from './records.ts';

const MAX_ROWS = 500;
const MAX_COLUMNS = 6;
/** Columns that say what a row is, and what one wants to know of it; the others keep their order behind them. */
const FIRST = [
  'time',
  'when',
  'date',
  'day',
  'departure',
  'line',
  'number',
  'name',
  'title',
  'content',
  'task',
  'direction',
  'destination',
  'to',
  'state',
  'status',
  'due',
];
/** Whether a task is done. */
const DONE = ['done', 'completed', 'is_completed', 'checked', 'complete', 'finished'];
const DUE = /due|deadline|when|date|time/;
/** How many there are of something beside a task; none is no news. */
const COUNT = /(?:^|_)count$/;
const TEXT = ['content', 'title', 'task', 'name', 'text', 'summary', 'item', 'description'];

/** Records as items with boxes where they are tasks, else as rows; columns that are all alike or say it twice go. */
export function recordBlocks(
  records: Json[],
  fields: Map<string, string>[],
): { blocks: Block[]; omitted: number } {
  const chat = chatBlocks(records, fields);
  if (chat) return chat;
  const tasks = asTasks(records, fields);
  if (tasks) return { blocks: tasks, omitted: 0 };
  const all = [...new Set(fields.flatMap((one) => [...one.keys()]))];
  const unlike = all.filter(
    (name, index) =>
      !all.slice(0, index).some((other) => fields.every((one) => one.get(other) === one.get(name))),
  );
  const shared =
    fields.length >= 3
      ? unlike.filter((name) => fields.every((one) => one.get(name) === fields[0]?.get(name)))
      : [];
  const columns = unlike.filter((name) => !shared.includes(name)).sort((a, b) => rank(a) - rank(b));
  const shown = columns.slice(0, MAX_COLUMNS);
  if (shown.length === 0) return { blocks: sharedPairs(shared, fields), omitted: 0 };
  const row = (names: string[]) => (one: Map<string, string>) => names.map((name) => one.get(name) ?? '');
  const words = (rows: string[][]) => rows.reduce((sum, cells) => sum + countWords(cells.join(' ')), 0);
  const rest = columns.slice(MAX_COLUMNS);
  const omitted =
    words(fields.map(row(rest))) + countWords(rest.join(' ')) + words(fields.slice(MAX_ROWS).map(row(shown)));
  const rows = fields.slice(0, MAX_ROWS).map(row(shown));
  const table: Block = { kind: 'table', header: shown, rows, align: shown.map(() => 'start' as const) };
  return { blocks: [...sharedPairs(shared, fields), table], omitted };
}

function rank(name: string): number {
  const at = FIRST.indexOf(plainName(name));
  return at < 0 ? FIRST.length : at;
}

function sharedPairs(names: string[], fields: Map<string, string>[]): Block[] {
  return names.flatMap((key): Block[] => {
    const value = fields[0]?.get(key);
    return value && value !== 'true' && value !== 'false' ? [{ kind: 'pair', key, value }] : [];
  });
}

function asTasks(records: Json[], fields: Map<string, string>[]): Block[] | null {
  const [first] = records;
  const done = Object.keys(first ?? {}).find(
    (name) => DONE.includes(plainName(name)) && typeof first?.[name] === 'boolean',
  );
  if (!done || !records.every((record) => typeof record[done] === 'boolean')) return null;
  const items = fields.slice(0, MAX_ROWS).map((one, index): Block | null => {
    const own = [...one].filter(([name]) => !DONE.includes(plainName(name)));
    const text = own.find(([name]) => TEXT.includes(plainName(name)));
    if (!text) return null;
    const due = own.find(([name, value]) => DUE.test(plainName(name)) && /^\d{4}-\d\d-\d\d/.test(value));
    const rest = own
      .filter(([name, value]) => !(COUNT.test(plainName(name)) && value === '0'))
      .filter((field) => field !== text && field !== due)
      .map(([name, value]) => (/^\d/.test(value) || value.length < 4 ? `${name} ${value}` : value));
    const words = {
      text: [text[1], ...rest].join(' · '),
      ordered: false,
      done: records[index]?.[done] === true,
    };
    return { kind: 'item', ...words, ...(due && { when: due[1] }) };
  });
  return items.includes(null) || fields.length > MAX_ROWS ? null : (items as Block[]);
}
