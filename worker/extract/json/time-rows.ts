import { plainName } from './names.ts';

/** A day, a moment or a time of day; the longest form first. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,20})?$|^(?:[01]?\d|2[0-3]):[0-5]\d$/;
/** Names of times that matter less than the beginning: the end, the deadline, the time of writing. */
const MINOR_TIMES =
  /(?:^|_)(?:end|ends|until|till|to|due|expir\w{0,4}|deadline|updated?|created|added|modified|changed|closed|merged|seen|sunrise|sunset|moonrise|moonset|rise|set|before|last|issued|published|generated|uploaded|completed|finished)(?:_|$)/;
const MIN_ROWS = 3;
/** Limit of the columns that are examined. */
const MAX_COLUMNS = 60;

/** The column by which rows are ordered in time: its times rise or fall from row to row. Null if there is none. */
export function findTimeColumn(columns: string[], fields: Map<string, string>[]): string | null {
  if (fields.length < MIN_ROWS) return null;
  const isSequence = (name: string) => {
    if (MINOR_TIMES.test(plainName(name))) return false;
    let before = Number.NEGATIVE_INFINITY;
    return fields.every((one) => {
      const at = placeOf(one.get(name));
      const isAfter = at > before;
      before = at;
      return isAfter;
    });
  };
  return columns.slice(0, MAX_COLUMNS).find(isSequence) ?? null;
}

/** A moment as a number; NaN for anything else. */
function placeOf(cell = ''): number {
  if (!MOMENT.test(cell)) return Number.NaN;
  const clock = /^(\d{1,2}):(\d\d)$/.exec(cell);
  return clock ? Number(clock[1]) * 60 + Number(clock[2]) : Date.parse(cell.replace(' ', 'T'));
}

const END_NAMES =
  /^(?:end|until|till|valid_(?:to|until)|(?:end|valid_until)_(?:time|timestamp)|\w{1,20}_end)$/;

/** Removes the end of consecutive spans of equal length, because the next one begins then. */
export function removeEnds(fields: Map<string, string>[]): Map<string, string>[] {
  const names = [...(fields[0]?.keys() ?? [])].filter((name) => MOMENT.test(fields[0]?.get(name) ?? ''));
  const start = findTimeColumn(names, fields);
  if (start === null) return fields;
  const starts = fields.map((one) => placeOf(one.get(start)));
  const span = (starts[1] as number) - (starts[0] as number);
  const isEnd = (name: string) =>
    name !== start &&
    END_NAMES.test(plainName(name)) &&
    fields.every((one, index) => placeOf(one.get(name)) === (starts[index] as number) + span);
  const isEven = starts.every((at, index) => index === 0 || at - (starts[index - 1] as number) === span);
  const ends = isEven ? names.slice(0, MAX_COLUMNS).filter(isEnd) : [];
  if (ends.length === 0) return fields;
  return fields.map((one) => new Map([...one].filter(([name]) => !ends.includes(name))));
}

const CLOCK =
  /^(?:(?:display|system|local|utc|device|server)_)?(?:date|time|date_?time|timestamp|date_string)$/;

/** Removes repeated times of a row in other zones or forms. */
export function removeOtherClocks(fields: Map<string, string>[]): Map<string, string>[] {
  const names = [...(fields[0]?.keys() ?? [])]
    .filter((name) => CLOCK.test(plainName(name)))
    .slice(0, MAX_COLUMNS);
  const start =
    findTimeColumn(names, fields) ?? names.find((name) => MOMENT.test(fields[0]?.get(name) ?? ''));
  if (start === undefined || names.length < 2 || fields.length < MIN_ROWS) return fields;
  const apartOf = (name: string) => fields.map((one) => placeOf(one.get(name)) - placeOf(one.get(start)));
  const again = names.filter((name) => {
    const [first = Number.NaN, ...others] = name === start ? [] : apartOf(name);
    return Math.abs(first) <= DAY && others.every((one) => Math.abs(one - first) < MINUTE);
  });
  return fields.map((one) => new Map([...one].filter(([name]) => !again.includes(name))));
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const TEMPERATURE = /(?:^|_)(?:air_)?temp(?:erature)?s?(?:_|$)/;
/** The usual columns of a forecast, in the order of their importance. */
const USUAL_COLUMNS: RegExp[] = [
  /^(?:temp\w{0,12}|air_temperature)$/,
  /^(?:(?:(?:day|night)_)?min\w{0,20}_temp|(?:air_)?temp\w{0,20}_min|low_temp|temp\w{0,20}_low|templow$)/,
  /^(?:(?:(?:day|night)_)?max\w{0,20}_temp|(?:air_)?temp\w{0,20}_max|high_temp|temp\w{0,20}_high)/,
  /^(?:condition|conditions|weather|text|icon_phrase|short_forecast|sky_desc|description|weather_description|(?:summary_)?symbol_code|phrase)$/,
  /^summary$/,
  /prob|chance_of_(?:rain|precip)|^pop$/,
  /^(?:(?:total_)?precip\w{0,30}|rain\w{0,20}|.{0,20}precipitation_amount)$/,
  /^(?:max_)?wind_speed/,
  /humidity/,
];

/** Whether records are a forecast or the log of a weather station: temperatures with times. */
export const isForecast = (columns: string[], start: string | null) =>
  start !== null && columns.some((name) => TEMPERATURE.test(plainName(name)));

/** The index of a forecast's column among the usual ones. */
export function forecastRank(name: string): number {
  const plain = plainName(name);
  const at = /^temp\w{0,20}_(?:min|max|low|high)|^templow$/.test(plain)
    ? USUAL_COLUMNS.findIndex((one, index) => index > 0 && one.test(plain))
    : USUAL_COLUMNS.findIndex((one) => one.test(plain));
  return at < 0 ? USUAL_COLUMNS.length : at;
}

/** Whether a column is one of the usual ones of a forecast. */
export const isUsualForecastColumn = (name: string) => forecastRank(name) < USUAL_COLUMNS.length;
