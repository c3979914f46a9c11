import { DAY_MS } from '#shared/wall-time.ts';

/** Common languages of those with fixed words, in which names of days and months are recognised. */
const DAY_LANGUAGES = 'en de fr es it pt nl sv da no fi pl cs hu ro tr el ru uk ar he fa hi ja zh ko'.split(
  ' ',
);

const WEEK = 7;
/** Least number of different weekdays in the lines of a weekly plan. */
const MIN_WEEK_DAYS = 3;
/** Limit of the days between consecutive lines of a weekly plan. */
const MAX_DAYS_BETWEEN = 4;

const namesOfDays = (language: string, weekday: 'short' | 'long'): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  return Array.from({ length: WEEK }, (_, day) => format.format(day * DAY_MS).replace(/\.$/u, ''));
};

const longest = (names: string[]) => [...new Set(names)].sort((a, b) => b.length - a.length).join('|');

/** A value that is made when it is first asked for: the names take 50 ms in each thread, and few texts need them. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The full names of days, in small letters. */
export const longDays = lazily(
  () =>
    new Set(
      DAY_LANGUAGES.flatMap((language) => namesOfDays(language, 'long').map((name) => name.toLowerCase())),
    ),
);

const shortDay = lazily(
  () =>
    new RegExp(
      `^(?:${longest(DAY_LANGUAGES.flatMap((language) => namesOfDays(language, 'short')))})\\.?,?(?=\\s\\p{Nd}|$)`,
      'iu',
    ),
);

/** The short name of a day before a date with which a text begins. */
export const shortDayIn = (text: string): string | undefined => shortDay().exec(text)?.[0];

/** Names of months in dates, which are in the genitive in some languages. */
function namesOfMonths(language: string): string[] {
  return (['short', 'long'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    const nameIn = (index: number) =>
      format.formatToParts(Date.UTC(2026, index, 1)).find(({ type }) => type === 'month')?.value ?? '';
    return Array.from({ length: 12 }, (_, index) => nameIn(index).replace(/\.$/u, ''));
  });
}

const wordedDate = lazily(
  () =>
    new RegExp(
      `^(?:\\p{Nd}{1,2}(?:\\.|er|º|ª)?\\s(?:de\\s|d[’'])?(?:${longest(
        DAY_LANGUAGES.flatMap(namesOfMonths).filter((name) => /^\p{L}{3,}/u.test(name)),
      )})\\.?(?![\\p{L}\\p{M}])|\\p{Nd}{1,2}[月월]\\s?\\p{Nd}{1,2}[日일])`,
      'iu',
    ),
);

/** A day and a month in words with which a text begins: `3 dic`, `19 de enero`, `1er mai`, `11月27日`. */
export const wordedDateIn = (text: string): string | undefined =>
  /^\p{Nd}/u.test(text) ? wordedDate().exec(text)?.[0] : undefined;

interface Week {
  head: RegExp;
  days: Map<string, number>;
}

/** The beginnings of the lines of a weekly plan in one language: `Mon`, `Mo.`, `Пн 16:00`; not `Mon-Fri`. */
function weekOf(language: string): Week {
  const names = [namesOfDays(language, 'short'), namesOfDays(language, 'long')];
  const all = longest(names.flat());
  const clock = '(?:\\s\\p{Nd}{1,2}[:.h]\\p{Nd}{2}(?:\\s?[-–]\\s?\\p{Nd}{1,2}[:.h]\\p{Nd}{2})?(?=\\s|$))?';
  return {
    head: new RegExp(`^(${all})\\.?(?:,(?=\\s))?(?!\\s?[-–—/&+]\\s?(?:${all}))(?=[\\s:：-])${clock}`, 'iu'),
    days: new Map(names.flatMap((own) => own.map((name, day) => [name.toLowerCase(), day] as const))),
  };
}

const weeks = lazily(() => DAY_LANGUAGES.map(weekOf));

/**
 * Returns a function for the weekday at the beginning of a line, with its time; empty if there is none. Only lines of a weekly
 * plan have one: most begin with days of one language, at least three different ones in order, so that "Sun cream" is not a
 * Sunday.
 */
export function weekDaysIn(lines: string[]): (line: string) => string {
  if (lines.length < MIN_WEEK_DAYS) return () => '';
  const found = weeks().find(({ head, days }) => {
    const begun = lines.flatMap((line) => days.get(head.exec(line)?.[1]?.toLowerCase() ?? '') ?? []);
    const isInOrder = begun.every(
      (day, at) => at === 0 || (day - (begun[at - 1] as number) + WEEK) % WEEK <= MAX_DAYS_BETWEEN,
    );
    return isInOrder && new Set(begun).size >= MIN_WEEK_DAYS && 2 * begun.length > lines.length;
  });
  return (line) => found?.head.exec(line)?.[0] ?? '';
}

let months: Map<string, number> | null = null;

/** The number of a month, from 0, by its name in any of the languages, as a heading or in a date; null for any other word. */
export function monthOf(name: string): number | null {
  months ??= new Map(
    [...DAY_LANGUAGES, 'de-AT'].flatMap((language) =>
      [...headingsOfMonths(language), ...namesOfMonths(language)].map(
        (own, at) => [own.toLowerCase(), at % 12] as const,
      ),
    ),
  );
  return months.get(name.toLowerCase().replace(/\.$/u, '')) ?? null;
}

/** Names of months that stand alone, in the nominative. */
const headingsOfMonths = (language: string): string[] =>
  (['short', 'long'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) =>
      format.format(Date.UTC(2026, index, 1)).replace(/\.$/u, ''),
    );
  });

let weekdays: { short: string[]; long: string[] }[] | null = null;

/**
 * Whether nearly all days have the name of their weekday in one of the languages, or its beginning: `Mo`, `lun`, `S`.
 * @param days names and weekdays, 0 for Thursday as the first of the epoch
 */
export function haveTheirNames(days: { name: string; weekday: number }[], maxOdd: number): boolean {
  weekdays ??= DAY_LANGUAGES.map((language) => ({
    short: namesOfDays(language, 'short').map((name) => name.toLowerCase()),
    long: namesOfDays(language, 'long').map((name) => name.toLowerCase()),
  }));
  return weekdays.some(({ short, long }) => {
    const odd = days.filter(({ name, weekday }) => {
      const own = name.toLowerCase();
      return short[weekday] !== own && !(long[weekday] as string).startsWith(own);
    });
    return odd.length <= maxOdd * days.length;
  });
}
