import { clipLine } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import type { PageScope } from './page-candidate.ts';

const MAX_LABEL_CHARACTERS = 80;

/** The names that a push without a file name gets. */
const DEFAULT_NAME = /^push\.[a-z0-9]{1,5}$/;

/** The name of the owner's file; null if it was sent without one. */
export function filenameOf({ filename }: Pick<PlannedAsset, 'filename'>): string | null {
  return filename === null || DEFAULT_NAME.test(filename) ? null : filename;
}

/** The title of an asset, from its digest; null when there is none. */
export function nameOf(asset: PlannedAsset): string | null {
  const { shape, title, list, text, siteName, headings, image } = asset.digest;
  const filename = filenameOf(asset);
  const host = shape === 'link' ? siteName : null;
  const file = filename && removeExtension(filename);
  // Text in a photograph rarely describes it.
  const isSeen = shape === 'photo' || image?.photographic;
  const own = isSeen ? [file, firstWords(text)] : [firstWords(text), file];
  // The title of one of several lists, or of a list below other text, is not that of the whole.
  const listed = headings.length > 1 || !text.startsWith(list?.title ?? '') ? null : list?.title;
  for (const name of [title, listed, host, eventName(asset), ...own, siteName])
    if (name && name.trim() !== '') return clipLine(name, 200);
  return null;
}

/** The first event, which is the title of a calendar without a name. */
function eventName({ digest: { blocks = [] } }: PlannedAsset): string | null {
  const events = blocks.flatMap((block) => (block.kind === 'events' ? block.events : []));
  return events.find(({ title }) => title !== '')?.title ?? null;
}

/** The title of a list: that of the asset, and the label above the list if the owner wrote it. */
export function nameOfList({ type, digest: { title, list } }: PlannedAsset): string | null {
  const names = [title, type === 'link' ? null : labelOf(list)].filter((name) => name !== null);
  return names.length > 0 ? [...new Set(names)].join(' · ') : null;
}

/** Whether a list and its title are the whole text, so that a page of the list omits nothing. */
export function isAllList({ digest: { text, title, list } }: PlannedAsset): boolean {
  const items = list?.items.flatMap((item) => [item.when, item.text]) ?? [];
  const said = [...new Set([title, labelOf(list)]), ...items];
  return countLetters(text) <= said.reduce((sum, words) => sum + countLetters(words), 0);
}

function labelOf(list: PlannedAsset['digest']['list']): string | null {
  const title = list?.title ?? null;
  return title !== null && /[.!?。！？]$/u.test(title) ? null : title;
}

function countLetters(words: string | null): number {
  return words?.match(/\p{L}/gu)?.length ?? 0;
}

/** The beginning of a text, without a leading bullet. */
export function firstWords(text: string, maxCharacters = MAX_LABEL_CHARACTERS): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return clipLine(line.replace(/^[•\-*]\s+/u, ''), maxCharacters);
}

function removeExtension(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[_-]+/g, ' ');
}

/**
 * Characters that fill a page in easily legible type: three quarters of it, at half an em per letter and
 * 1.4 em per line, with the em of running text in the theme of the templates.
 */
export function countFittingCharacters({ width, height }: PageScope['viewport']): number {
  const body = 9.7 + 0.02 * Math.sqrt(width * height);
  return Math.round((0.75 * width * height) / (0.7 * body * body));
}

/** `19 November 2026`, in the language of the material if that is known. */
export function dateWords(date: string | null, language: string | null, timeZone: string): string | null {
  const time = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(time)) return null;
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(time);
}

/** The locale of dates and numbers. British English for English, and for a language with a region or another longer code. */
export function localeOf(language: string | null): string {
  return language && /^(?:[a-z]{2}|zh-Hant)$/.test(language) && language !== 'en' ? language : 'en-GB';
}

/** `Saturday, 21 November`: the title of a page of several assets, in the language of most of them. */
export function dayWords(now: Date, timeZone: string, language = 'en'): string {
  const locale = localeOf(language);
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  if (locale !== 'en-GB') return new Intl.DateTimeFormat(locale, options).format(now);
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(now);
  const partOf = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${partOf.weekday}, ${partOf.day} ${partOf.month}`;
}
