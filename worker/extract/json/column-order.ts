import { isMinor } from './minor-names.ts';
import { plainName } from './names.ts';
import { CREATION_TIMES } from './task-records.ts';
import { findTimeColumn, forecastRank, isForecast } from './time-rows.ts';

/** Columns that identify a row. */
export const IDENTIFYING_COLUMNS = ['title', 'name', 'task', 'item', 'headline', 'subject', 'command'];
/** Columns that identify a row, then the most useful ones. All others follow in their own order. */
const LEADING_COLUMNS = [
  'time',
  'when',
  'date',
  'day',
  'dt_txt',
  'expected_arrival',
  'departure',
  'line',
  'line_name',
  'route',
  'category',
  'number',
  'name',
  'command',
  'names',
  'title',
  'display_title',
  'label',
  'display',
  'content',
  'task',
  'message',
  'alertname',
  'instance',
  'sensor',
  'room',
  'station',
  'summary',
  'description',
  'current_price',
  'price_change_percentage_24h',
  'team',
  'points',
  'home',
  'score',
  'score_home',
  'score_away',
  'away',
  'direction',
  'headsign',
  'destination',
  'towards',
  'to',
  'delay',
  'platform',
  'platform_name',
  'destination_name',
  'state',
  'status',
  'conclusion',
  'temp',
  'temperature',
  'air_temperature',
  'temperature_minimum',
  'temperature_maximum',
  'weather',
  'icon_phrase',
  'short_forecast',
  'precipitation_amount',
  'wind_speed',
  'due',
];
/** Number of letters above which a cell is a text with lines of its own. */
export const LONG_CELL = 44;
/** A day, a moment or a time of day, and nothing else. */
export const TIME_ONLY = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,20})?$|^\d\d:\d\d$/;

/** A day, a moment or a time of day at the beginning; also an empty cell. */
const MOMENT = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[:.h]\d\d$|$)/;

/** Columns that identify a row, then its most useful ones, then the others in their order. */
export function orderColumns(columns: string[], fields: Map<string, string>[]): string[] {
  const naming = columns.filter((name) => isIdentifying(name, fields));
  const telling = naming.filter((name) => !isMinor(name));
  const names = telling.length > 0 ? telling : naming;
  const isDated = (name: string) => fields.every((one) => /^\d{4}-\d\d-\d\d/.test(one.get(name) ?? ''));
  const [leading = ''] = columns;
  // Times of day belong to the date beside them.
  const isClock = fields.some((one) => /^\d{1,2}:\d\d$/.test(one.get(leading) ?? ''));
  const sequence = findTimeColumn(columns, fields);
  const first = (isClock ? columns.find(isDated) : undefined) ?? sequence ?? leading;
  // `Tonight` is more useful than the time at which it begins.
  const called = names.find((name) => IDENTIFYING_COLUMNS.includes(plainName(name)));
  if (sequence !== null && isForecast(columns, sequence)) return weatherColumns(columns, called ?? first);
  // A day or a time in the first column orders the rows.
  const isTimed = fields.every((one) => MOMENT.test(one.get(first) ?? ''));
  // A moment that all rows share is the time of writing.
  const isFixed = (name: string) => {
    const cells = fields.flatMap((one) => one.get(name) ?? []);
    return cells.every((cell) => TIME_ONLY.test(cell)) && new Set(cells).size <= 2 && cells.length > 4;
  };
  const rankOf = (name: string) => {
    if (isTimed && name === first && !isFixed(name)) return -1;
    // The creation time of a record matters least.
    if (CREATION_TIMES.test(plainName(name))) return LEADING_COLUMNS.length + 2;
    // A label that only some rows have does not identify them.
    if (plainName(name) === 'label' && !fields.every((one) => one.get(name))) return LEADING_COLUMNS.length;
    if (isTimed && isFixed(name)) return LEADING_COLUMNS.length + 2;
    if (isMinor(name) && !isTypeColumn(name) && !names.includes(name)) return LEADING_COLUMNS.length + 1;
    const own = columnRank(name);
    if (own === 0 && !fields.every((one) => MOMENT.test(one.get(name) ?? ''))) return LEADING_COLUMNS.length;
    // `when` of a job without digits is a condition, not a time.
    if (plainName(name) === 'when' && !fields.some((one) => /\d/.test(one.get(name) ?? '')))
      return LEADING_COLUMNS.length;
    return own - (name === names[0] && own === LEADING_COLUMNS.length ? 1 : 0);
  };
  const ranks = new Map(columns.map((name) => [name, rankOf(name)]));
  return [...columns].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** The columns of a forecast: its times, then its values by their importance. */
const weatherColumns = (columns: string[], first: string) =>
  sortByRank([first, ...columns.filter((name) => name !== first)], (name) =>
    name === first ? -1 : forecastRank(name),
  );

/** Columns by rank. Of several with one rank (`min temp` and `low temp`) only the first keeps it; the others come last. */
function sortByRank(columns: string[], rankOf: (name: string) => number): string[] {
  const taken = new Set<number>();
  const ranks = new Map<string, number>();
  for (const name of [...columns].sort((a, b) => rankOf(a) - rankOf(b))) {
    const own = rankOf(name);
    ranks.set(name, taken.has(own) ? Number.POSITIVE_INFINITY : own);
    taken.add(own);
  }
  return [...columns].sort((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number) || 0);
}

/** Whether a column has the type of each row. */
const isTypeColumn = (name: string) => /^(?:type|kind)$/.test(plainName(name));

/** Whether a column identifies the rows by different words. */
function isIdentifying(name: string, fields: Map<string, string>[]): boolean {
  const cells = fields.map((one) => one.get(name) ?? '');
  const isWord = (cell: string) => /^\p{L}/u.test(cell) && cell.length <= LONG_CELL;
  return cells.every(isWord) && new Set(cells).size === cells.length;
}

/** The index of a column among the known ones; for any other their number. */
export function columnRank(name: string): number {
  const plain = plainName(name);
  if (/^(?:planned|scheduled|aimed)_/.test(plain)) return 0;
  const at = LEADING_COLUMNS.indexOf(plain);
  return at < 0 ? LEADING_COLUMNS.length : at;
}
