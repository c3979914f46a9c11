import * as languages from './words/index.ts';
import type { Phrases, Plural } from './words/phrases.ts';

const LANGUAGES: Record<string, Phrases> = languages;
/** Other names of the same language. */
const ALIASES: Record<string, string> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };
/** Tags of Chinese in traditional characters, by script or region. */
const TRADITIONAL = /^zh\b(?!.*-hans\b).*-(?:hant|tw|hk|mo)\b/;

/** The furniture of a page in the language of its material. */
export interface FurnitureWords {
  /** BCP 47, for `Intl`. */
  locale: string;
  phrases: Phrases;
  number(value: number): string;
  more(count: number): string;
  moreWords(count: number): string;
  pages(count: number): string;
}

const made = new Map<string, FurnitureWords>();

/** @param language BCP 47 or ISO 639-1; English when it is unknown or has no file here */
export function wordsFor(language: string | null | undefined): FurnitureWords {
  const tag = (language ?? '').toLowerCase().replaceAll('_', '-');
  const short = tag.slice(0, 2);
  const key = TRADITIONAL.test(tag) ? 'zh-Hant' : (ALIASES[short] ?? short);
  const known = Object.hasOwn(LANGUAGES, key) ? key : 'en';
  let words = made.get(known);
  if (!words) {
    words = makeWords(known, LANGUAGES[known] as Phrases);
    made.set(known, words);
  }
  return words;
}

/** All languages of furniture words. */
export const furnitureLanguages = Object.keys(LANGUAGES);

function makeWords(language: string, phrases: Phrases): FurnitureWords {
  const locale = language === 'en' ? 'en-GB' : language;
  const numbers = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const say = (plural: Plural, count: number) =>
    (plural[rules.select(count)] ?? plural.other).replace('{n}', numbers.format(count));
  return {
    locale,
    phrases,
    number: (value) => numbers.format(value),
    more: (count) => say(phrases.more, count),
    moreWords: (count) => say(phrases.moreWords, count),
    pages: (count) => say(phrases.pages, count),
  };
}
