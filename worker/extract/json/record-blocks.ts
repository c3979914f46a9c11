import { countWords } from '#shared/count-words.ts';
import { type Block, cutText } from '../blocks.ts';
import { recordsToChat } from './chat-records.ts';
import { columnRank, IDENTIFYING_COLUMNS, LONG_CELL, orderColumns, TIME_ONLY } from './column-order.ts';
import type { Json } from './fields.ts';
import { plainName } from './names.ts';
import { removeRepeatedGroupValues } from './nested-rows.ts';
import { limitPairs, pairsOfRecords } from './pairs-of-records.ts';
import { rowNotes, SELF_EXPLANATORY_NAMES } from './row-notes.ts';
import { sideBySide } from './side-by-side.ts';
import { CREATION_TIMES, recordsToTasks } from './task-records.ts';
import { findTimeColumn, isForecast, isUsualForecastColumn } from './time-rows.ts';

const MAX_ROWS = 500;
const MAX_COLUMNS = 6;
/** Limit of the columns if those beyond the usual number have only short figures. */
const MAX_NARROW_COLUMNS = 9;
const SHORT_FIGURE = /^[-+−]?[\d.,]{0,5}$/;
/** Limit of the characters of a cell. */
const MAX_CELL = 400;
/** Limit of the letters in a row, and number of columns that are shown even beyond it. */
const MAX_ROW_LETTERS = 84;
/** The same limit for a few rows: the others are read below the row, and all of it is larger. */
const MAX_ROW_LETTERS_OF_FEW = 60;
/** Limit of the letters in the unbroken words of a row; beyond it, rows become lines of text. */
const MAX_UNBROKEN_LETTERS = 76;
/** Letters that the space between two columns takes. */
const GAP_LETTERS = 2;
const MIN_COLUMNS = 3;
/** Number of columns that two records must have in common for these to be shown once for both. */
const MIN_SHARED = 3;
/** Letters of a moment on a page, whatever its form in the data, and of a cell that may be broken into lines. */
const MOMENT_LETTERS = 12;
const TEXT_LETTERS = 30;
/** Limit of the records that are shown one below the other, and share of the rows with a value from which a column is kept. */
const MAX_APART = 8;
const MIN_FILLED_SHARE = 0.6;
/** Limit of the rows with notes; more rows need the room. */
const MAX_NOTED = 30;
/** Number of records up to which figures are shown below each. */
const MAX_FULLY_NOTED = 3;
/** Number of words in notes above which only texts that need no name are shown in them. */
const MAX_NOTE_WORDS = 250;
/** Number of times of a forecast from which each has only one line. */
const MIN_FORECAST_STEPS = 4;
/** Columns that are kept even if few of the rows have a value. */
const ALWAYS_A_COLUMN = /^(?:delay|platform|track|due|due_?date|when|time|state|status|conclusion)$/;
/** Facts about rows that are known before they are read. */
export interface RowSort {
  /** Whether they were sent as columns. */
  isSeries?: boolean;
  /** Columns that identify the group of a row. */
  leading?: string[];
}

/** Records as items with boxes if they are tasks, else as rows; repeated columns, and values shared by all rows, are shown once. */
export function recordBlocks(
  records: Json[],
  fields: Map<string, string>[],
  { isSeries = false, leading = [] }: RowSort = {},
): { blocks: Block[]; omitted: number; omittedRows?: number } {
  const chat = recordsToChat(records, fields);
  if (chat) return chat;
  const tasks = records.length <= MAX_ROWS ? recordsToTasks(records, fields) : null;
  if (tasks) return { blocks: tasks, omitted: 0 };
  const names = [...new Set(fields.flatMap((one) => [...one.keys()]))];
  // Each further step looks at every cell of the table, empty ones included.
  if (names.length * fields.length > MAX_SPARSE_CELLS && isSparse(names, fields))
    return limitPairs(pairsOfRecords(records, fields));
  const all = removeBookkeeping(names, fields);
  const seen = new Set<string>();
  const unlike = all.filter((name) => {
    const cells = JSON.stringify(fields.map((one) => one.get(name) ?? null));
    return !seen.has(cells) && seen.add(cells);
  });
  const alike = unlike.filter((name) => fields.every((one) => one.get(name) === fields[0]?.get(name)));
  const shared = fields.length >= 3 || alike.length >= MIN_SHARED ? alike : [];
  const areShared = new Set(shared);
  const own = unlike.filter((name) => !areShared.has(name));
  const sequence = findTimeColumn(own, fields);
  const isWeather = isForecast(own, sequence);
  const ordered =
    isSeries && !isWeather
      ? [...own].sort((a, b) => columnRank(a) - columnRank(b))
      : orderColumns(own, fields);
  const isLeading = (name: string) => leading.includes(name);
  const columns = moveFiguresForward(
    [...ordered.filter(isLeading), ...ordered.filter((name) => !isLeading(name))],
    fields,
  );
  if (isSparse(columns, fields)) return limitPairs(pairsOfRecords(records, fields));
  const isSteps = fields.length >= MIN_FORECAST_STEPS && isWeather;
  const isMuchAsked = columns.filter(isUsualForecastColumn).length >= MIN_USUAL_COLUMNS;
  const isSaid = (name: string) =>
    !isSteps ||
    !(isMuchAsked ? name !== columns[0] && !isUsualForecastColumn(name) : RISE_OR_SET.test(plainName(name)));
  const isBeside = (name: string) => isSeries || isLeading(name) || !belongsInNotes(name, columns, fields);
  const near = columns.filter((name) => isBeside(name) && isSaid(name));
  // Long names take several lines above the rows.
  const many =
    near.length < MIN_COLUMNS && sequence !== null
      ? columns.filter((name) => (isBeside(name) && isSaid(name)) || isFigures(name, fields))
      : near;
  const beside = addNameColumn(many, columns, fields);
  const unread = columns.filter((name) => !SELF_EXPLANATORY_NAMES.test(plainName(name)));
  const isWide = unread.length > columnsWithRoom(unread, fields);
  const turned = isWide && !isWeather ? sideBySide(records, fields, columns) : null;
  if (turned) return { ...turned, blocks: [...sharedPairs(shared, fields), ...turned.blocks] };
  if (fields.length <= MAX_APART && columns.length > 1 && beside.length < 2)
    return limitPairs(pairsOfRecords(records, fields));
  const besides = beside.length > 0 ? beside : columns;
  const worded = besides.filter((name) => !fields.every((one) => SHORT_FIGURE.test(one.get(name) ?? '')));
  const isFew = fields.length <= MAX_FULLY_NOTED && worded.length > MIN_COLUMNS && !isSeries && !isWeather;
  const most = isFew ? MAX_ROW_LETTERS_OF_FEW : MAX_ROW_LETTERS;
  const shown = besides.slice(0, columnsWithRoom(besides, fields, most));
  if (shown.length === 0) return { blocks: sharedPairs(shared, fields), omitted: 0 };
  const rest = columns.filter((name) => !shown.includes(name));
  const isBelowAll = sequence === null && fields.length <= MAX_APART && isMostlyBelow(shown, rest, fields);
  if (isBelowAll && (fields.length <= MAX_FULLY_NOTED || shown.length < MIN_COLUMNS))
    return limitPairs(pairsOfRecords(records, fields));
  const row = (names: string[]) => (one: Map<string, string>) => names.map((name) => one.get(name) ?? '');
  const cut = (cells: string[]) => cells.map((cell) => cutText(cell, MAX_CELL));
  const beyond = (cells: string[]) => cells.map((cell) => cell.slice(cutText(cell, MAX_CELL).length));
  const words = (rows: string[][]) => rows.reduce((sum, cells) => sum + countWords(cells.join(' ')), 0);
  const isNoted = rest.length > 0 && fields.length <= MAX_NOTED;
  const isMuch = fields.length > MAX_FULLY_NOTED || words(fields.map(row(rest))) > MAX_NOTE_WORDS;
  // Figures below each of many times would leave no room for the last rows.
  const noted = isSteps
    ? []
    : isMuch
      ? rest.filter((name) => SELF_EXPLANATORY_NAMES.test(plainName(name)))
      : rest;
  const unsaid = isNoted ? rest.filter((name) => !noted.includes(name)) : rest;
  const { notes, omitted: beyondNotes } = isNoted ? rowNotes(noted, fields) : { notes: [], omitted: 0 };
  const left = beyondNotes + words(fields.map(row(unsaid))) + countWords(unsaid.join(' '));
  const cutOff = words(fields.slice(0, MAX_ROWS).map(row(shown)).map(beyond));
  const omitted = left + cutOff + words(fields.slice(MAX_ROWS).map(row(shown)));
  const table: Block = {
    kind: 'table',
    header: shown,
    rows: fields.slice(0, MAX_ROWS).map(row(shown)).map(cut),
    align: shown.map(() => 'start' as const),
    ...(isNoted && { notes }),
  };
  const omittedRows = left + cutOff === 0 ? Math.max(0, fields.length - MAX_ROWS) : 0;
  return {
    blocks: [...sharedPairs(shared, fields), removeRepeatedGroupValues(table, leading)],
    omitted,
    omittedRows,
  };
}

/**
 * Removes columns that number the rows and, if a database keeps both, the times of a row's creation and last change. A last
 * change alone is removed only if another time stays. Columns with words are kept.
 */
function removeBookkeeping(names: string[], fields: Map<string, string>[]): string[] {
  const plain = names.map(plainName);
  // A record with both times comes from a program. The age of an open issue matters.
  const isKept = plain.some((one) => CREATED.test(one)) && plain.some((one) => UPDATED.test(one));
  const isWork = plain.some((one) => WORK_ITEM.test(one));
  const kept = names.filter((name) => {
    const one = plainName(name);
    const isOrdinal = ORDINAL.test(one) && fields.every((row, index) => row.get(name) === String(index + 1));
    if (isOrdinal && fields.length >= 3) return false;
    if (!fields.every((row) => !row.has(name) || TIME_ONLY.test(row.get(name) ?? ''))) return true;
    if (UPDATED.test(one)) return !(isKept || names.some((other) => other !== name && isTime(other, fields)));
    return !(isKept && !isWork && CREATED.test(one));
  });
  return kept.length >= 2 ? kept : names;
}

/** Whether a column has times other than those of the last change. */
const isTime = (name: string, fields: Map<string, string>[]) =>
  !UPDATED.test(plainName(name)) && fields.some((row) => TIME_ONLY.test(row.get(name) ?? ''));

const ORDINAL = /^(?:number|index|position)$/;
const CREATED = /^(?:added|created)(?:_(?:at|on|time|date))?$/;
const UPDATED =
  /^(?:updated?|modified)(?:_(?:at|on|time|date))?$|^(?:date_)?last_(?:activity|update|updated|modified)(?:_date_?time|_date|_at)?$/;
const WORK_ITEM = /^(?:state|status|number|severity|labels)$/;

/** Number of letters above which a cell is a text, in a table of few columns. */
const LONG_CELL_OF_FEW = 70;
const FEW_COLUMNS = 3;
/** Limit of the share of cells in a column that may be longer without being texts. */
const MAX_LONG_SHARE = 0.2;
/** Number of letters above which a name would be a header of many lines. */
const LONG_NAME = 20;

/** Whether a column is better shown in notes below its rows: long texts, and columns that few rows have. */
function belongsInNotes(name: string, columns: string[], fields: Map<string, string>[]): boolean {
  const isFirst = name === columns[0];
  const cells = fields.flatMap((one) => one.get(name) ?? []);
  if (cells.length < MIN_FILLED_SHARE * fields.length && !ALWAYS_A_COLUMN.test(plainName(name))) return true;
  const isFew = columns.length <= FEW_COLUMNS;
  if (
    !isFew &&
    ((name.length > LONG_NAME && columnRank(name) !== 0 && !isFirst) || CREATION_TIMES.test(plainName(name)))
  )
    return true;
  const limit = isFew ? LONG_CELL_OF_FEW : LONG_CELL;
  const long = cells.filter((cell) => cell.length > limit);
  const areSome = long.length > MAX_LONG_SHARE * cells.length || long.some((cell) => cell.length > 2 * limit);
  return long.length > 0 && areSome && IDENTIFYING_COLUMNS.every((one) => one !== plainName(name));
}

/** Share of the rows that a column must distinguish. */
const MIN_DISTINCT_SHARE = 0.5;

/** Adds a column that distinguishes the rows, if there is none among those shown, however long its cells are. */
function addNameColumn(beside: string[], columns: string[], fields: Map<string, string>[]): string[] {
  const tells = (name: string) =>
    new Set(fields.map((one) => one.get(name) ?? '')).size > MIN_DISTINCT_SHARE * fields.length;
  if (fields.length <= MAX_APART || beside.length === 0 || beside.some(tells)) return beside;
  const name = columns.find(tells);
  return name === undefined ? beside : [name, ...beside];
}

/** Number of columns with words that come before figures. */
const MAX_LEADING_WORDS = 3;

/** Moves figures before words if only words have room; the first few words stay in front. */
function moveFiguresForward(columns: string[], fields: Map<string, string>[]): string[] {
  const figures = new Set(columns.filter((name) => isFigures(name, fields)));
  if (figures.size < 2 || columns.slice(0, MAX_COLUMNS).some((name) => figures.has(name))) return columns;
  const words = columns.slice(0, MAX_LEADING_WORDS);
  return [...words, ...figures, ...columns.slice(MAX_LEADING_WORDS).filter((name) => !figures.has(name))];
}

const isFigures = (name: string, fields: Map<string, string>[]) => {
  const cells = fields.flatMap((one) => one.get(name) ?? []);
  const isFilled = cells.length >= MIN_FILLED_SHARE * fields.length;
  return isFilled && cells.every((cell) => /^[-+−]?\d[\d.,]{0,9}\s?\S{0,4}$/.test(cell));
};

/** Number of the usual columns of a forecast from which no others are shown, except for the times of its rows. */
const MIN_USUAL_COLUMNS = 4;

/** Times of sunrise, sunset, moonrise and moonset, for which no row of a forecast has room. */
const RISE_OR_SET = /sun_?(?:rise|set)|moon_?(?:rise|set)/;

/** How many of the first columns have room on a page. */
function columnsWithRoom(columns: string[], fields: Map<string, string>[], most = MAX_ROW_LETTERS): number {
  let letters = 0;
  let unbroken = 0;
  for (const [index, name] of columns.slice(0, MAX_NARROW_COLUMNS).entries()) {
    const isNarrow = index < MAX_COLUMNS || fields.every((one) => SHORT_FIGURE.test(one.get(name) ?? ''));
    if (!isNarrow) return index;
    let widest = longestWord(name);
    let word = widest;
    for (const one of fields) {
      const cell = one.get(name) ?? '';
      const own = /^\d{4}-\d\d-\d\d[T ]/.test(cell) ? MOMENT_LETTERS : Math.min(cell.length, TEXT_LETTERS);
      widest = Math.max(widest, own);
      word = Math.max(word, Math.min(own, longestWord(cell)));
    }
    letters += widest + GAP_LETTERS;
    unbroken += word + GAP_LETTERS;
    if ((letters > most || unbroken > MAX_UNBROKEN_LETTERS) && index >= MIN_COLUMNS) return index;
  }
  return MAX_NARROW_COLUMNS;
}

const longestWord = (text: string) => text.split(' ').reduce((most, word) => Math.max(most, word.length), 0);

/** Whether notes would have more figures and words than the rows themselves, apart from texts. */
function isMostlyBelow(shown: string[], rest: string[], fields: Map<string, string>[]): boolean {
  const cells = (names: string[]) =>
    fields.reduce((sum, one) => sum + names.filter((name) => (one.get(name) ?? '') !== '').length, 0);
  return cells(rest.filter((name) => !SELF_EXPLANATORY_NAMES.test(plainName(name)))) > cells(shown);
}

/** Least share of filled cells in a table, and number of cells from which an emptier one is not looked at further. */
const MIN_FILLED_CELLS_SHARE = 0.25;
const MAX_SPARSE_CELLS = 50_000;

/** Whether records have so little in common that most cells of a table would be empty. */
function isSparse(columns: string[], fields: Map<string, string>[]): boolean {
  const cells = fields.reduce((sum, one) => sum + one.size, 0);
  return columns.length > MAX_COLUMNS && cells < MIN_FILLED_CELLS_SHARE * columns.length * fields.length;
}

function sharedPairs(names: string[], fields: Map<string, string>[]): Block[] {
  return names.flatMap((key): Block[] => {
    const value = fields[0]?.get(key);
    return value && value !== 'true' && value !== 'false' ? [{ kind: 'pair', key, value }] : [];
  });
}
