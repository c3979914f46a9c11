import { oneLine } from './blocks.ts';
import { briefText, type DomDocument } from './dom.ts';

/** Classes and ids of an article's day, and those of other days. */
const DATE_NAME =
  /(?:^|[-_\s])(?:date|datum|fecha|data|published|pubdate|dateline|timestamp|post-?time|entry-?date|time)(?:$|[-_\s])/i;
const OTHER_NAME = /modif|updated|comment|event|expire|countdown|upcoming|related|sidebar|footer/i;
const MAX_TEXT = 80;
const MAX_ELEMENTS = 3000;
/** Range of the years of publication. */
const YEARS = { least: 1995, most: 2100 };

/** Languages of month names, for pages that declare none or a wrong one. */
const LANGUAGES = 'en de fr es it pt nl ru uk pl cs sv da no fi hu ro tr el id ar fa he hi'.split(' ');
const months = new Map<string, string[][]>();

/** The day of an article in an element with such a class; null if there is no certain one. */
export function visibleDate(document: DomDocument, language: string | null): string | null {
  let seen = 0;
  for (const element of document.querySelectorAll('time, span, p, div, li, small, em')) {
    if (++seen > MAX_ELEMENTS) return null;
    const name = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    const isNamed = element.tagName.toUpperCase() === 'TIME' || DATE_NAME.test(name.slice(0, 200));
    if (!isNamed || OTHER_NAME.test(name)) continue;
    const text = briefText(element, 4 * MAX_TEXT);
    const day = text === null ? null : dayIn(oneLine(text).slice(0, MAX_TEXT), language);
    if (day) return day;
  }
  return null;
}

/** The day in an address: `/2019/12/17/`. */
export const dateInAddress = (url: string): string | null => {
  const [, year, month, day] = /\/((?:19|20)\d\d)[/-](\d\d)[/-](\d\d)(?:[/-]|$)/.exec(url) ?? [];
  return dayOf(Number(year), Number(month), Number(day));
};

/** `17. Dezember 2019`, `December 17, 2019`, `17.12.2019`, `2019年12月17日`, `2019-12-17`. */
function dayIn(text: string, language: string | null): string | null {
  const ideographs = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/u.exec(text);
  const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text);
  const first = ideographs ?? iso;
  if (first) return dayOf(Number(first[1]), Number(first[2]), Number(first[3]));
  const dots = /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/.exec(text);
  if (dots) return dayOf(Number(dots[3]), Number(dots[2]), Number(dots[1]));
  const year = Number(/\b(?:19|20)\d\d\b/.exec(text)?.[0]);
  const day = Number(/(?<![\d:.])(\d{1,2})(?![\d:])/.exec(text)?.[1]);
  return dayOf(year, monthIn(text.toLowerCase(), language), day);
}

/** The number of the month in a text, in its language or another one; NaN if there is none. */
function monthIn(text: string, language: string | null): number {
  const words: string[] = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  for (const names of [language ?? 'en', ...LANGUAGES].map(monthsOf)) {
    const found = names.findIndex((forms) => forms.some((form) => words.includes(form)));
    if (found >= 0) return found + 1;
  }
  return Number.NaN;
}

/** The names of the months, long and short, alone and in dates. */
function monthsOf(language: string): string[][] {
  let names = months.get(language);
  if (!names) {
    const formats = (['long', 'short'] as const).flatMap((month) => [
      new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
      new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
    ]);
    names = Array.from({ length: 12 }, (_, month) =>
      formats.map((format) => {
        const parts = format.formatToParts(Date.UTC(2024, month, 15));
        return (parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase().replace(/\.$/u, '');
      }),
    );
    months.set(language, names);
  }
  return names;
}

function dayOf(year: number, month: number, day: number): string | null {
  if (!(year >= YEARS.least && year <= YEARS.most && month >= 1 && month <= 12 && day >= 1 && day <= 31))
    return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
