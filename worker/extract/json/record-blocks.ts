import type { Block } from '../blocks.ts';
import { countWords } from '../count-words.ts';
import { chatBlocks } from './chat-records.ts';
import { calledBy, type Json } from './fields.ts';
import { plainName } from './names.ts';

const MAX_ROWS = 500;
const MAX_COLUMNS = 6;
/** Letters of a row that are read beside each other, and columns that stand there in any case. */
const MAX_LETTERS = 84;
const MIN_COLUMNS = 3;
/** Columns that two records must have in common to be said of both at once. */
const MIN_ALIKE = 3;
/** Letters that a moment takes, however it was written, and those of a cell that may be broken into lines. */
const MOMENT_LETTERS = 6;
const TEXT_LETTERS = 30;
/** Records that may stand one below the other, and the share of a table that must be filled for rows. */
const MAX_APART = 8;
const FILLED = 0.66;
/** Columns that say what a row is, and what one wants to know of it; the others keep their order behind them. */
const FIRST = [
  'time',
  'when',
  'date',
  'day',
  'dt_txt',
  'expected_arrival',
  'departure',
  'line',
  'line_name',
  'category',
  'number',
  'name',
  'title',
  'content',
  'task',
  'message',
  'instance',
  'description',
  'summary',
  'home',
  'score_home',
  'score_away',
  'away',
  'direction',
  'destination',
  'towards',
  'to',
  'delay',
  'platform',
  'platform_name',
  'destination_name',
  'state',
  'status',
  'temp',
  'weather',
  'due',
];
/** Whether a task is done. */
const DONE = ['done', 'completed', 'is_completed', 'checked', 'complete', 'finished'];
const DUE = /due|deadline|when|date|time/;
/** How many there are of something beside a task; none is no news. */
const COUNT = /(?:^|_)count$/;
/** When a task was written down says nothing of what is to be done. */
const BOOKED = /^(?:added|created|updated|modified)(?:_(?:at|on|time|date))?$/;
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
  const alike = unlike.filter((name) => fields.every((one) => one.get(name) === fields[0]?.get(name)));
  const shared = fields.length >= 3 || alike.length >= MIN_ALIKE ? alike : [];
  const apart = fields.length <= MAX_APART && isPatchy(fields, unlike) ? apartPairs(records, fields) : null;
  if (apart) return { blocks: apart, omitted: 0 };
  const columns = unlike.filter((name) => !shared.includes(name)).sort((a, b) => rank(a) - rank(b));
  const shown = columns.slice(0, columnsWithRoom(columns, fields));
  if (shown.length === 0) return { blocks: sharedPairs(shared, fields), omitted: 0 };
  const row = (names: string[]) => (one: Map<string, string>) => names.map((name) => one.get(name) ?? '');
  const words = (rows: string[][]) => rows.reduce((sum, cells) => sum + countWords(cells.join(' ')), 0);
  const rest = columns.slice(shown.length);
  const omitted =
    words(fields.map(row(rest))) + countWords(rest.join(' ')) + words(fields.slice(MAX_ROWS).map(row(shown)));
  const rows = fields.slice(0, MAX_ROWS).map(row(shown));
  const table: Block = { kind: 'table', header: shown, rows, align: shown.map(() => 'start' as const) };
  return { blocks: [...sharedPairs(shared, fields), table], omitted };
}

/** How many of the first columns a page has room for. */
function columnsWithRoom(columns: string[], fields: Map<string, string>[]): number {
  let letters = 0;
  for (const [index, name] of columns.slice(0, MAX_COLUMNS).entries()) {
    let widest = Math.min(name.length, 8);
    for (const one of fields) {
      const cell = one.get(name) ?? '';
      const own = /^\d{4}-\d\d-\d\d[T ]/.test(cell) ? MOMENT_LETTERS : Math.min(cell.length, TEXT_LETTERS);
      widest = Math.max(widest, own);
    }
    letters += widest + 1;
    if (letters > MAX_LETTERS && index >= MIN_COLUMNS) return index;
  }
  return MAX_COLUMNS;
}

/** Whether records have so little in common that a table of them would be mostly empty. */
function isPatchy(fields: Map<string, string>[], columns: string[]): boolean {
  const filled = fields.reduce((sum, one) => sum + one.size, 0);
  return filled < FILLED * fields.length * columns.length;
}

/** Each record under its own name. */
function apartPairs(records: Json[], fields: Map<string, string>[]): Block[] {
  return fields.flatMap((one, index) => {
    const name = calledBy(records[index]) || one.values().next().value || String(index + 1);
    const group = name.replaceAll(' › ', ' ');
    return [...one]
      .filter(([, value]) => value !== name)
      .map(([key, value]): Block => ({ kind: 'pair', key: `${group} › ${key}`, value }));
  });
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
    const own = [...one].filter(([name]) => !DONE.includes(plainName(name)) && !BOOKED.test(plainName(name)));
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
