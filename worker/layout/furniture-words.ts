import { ar } from './words/ar.ts';
import { bg } from './words/bg.ts';
import { bn } from './words/bn.ts';
import { cs } from './words/cs.ts';
import { da } from './words/da.ts';
import { de } from './words/de.ts';
import { el } from './words/el.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fa } from './words/fa.ts';
import { fi } from './words/fi.ts';
import { fr } from './words/fr.ts';
import { he } from './words/he.ts';
import { hi } from './words/hi.ts';
import { hu } from './words/hu.ts';
import { id } from './words/id.ts';
import { it } from './words/it.ts';
import { ja } from './words/ja.ts';
import { ko } from './words/ko.ts';
import { lv } from './words/lv.ts';
import { my } from './words/my.ts';
import { nl } from './words/nl.ts';
import { no } from './words/no.ts';
import type { Phrases, Plural } from './words/phrases.ts';
import { pl } from './words/pl.ts';
import { pt } from './words/pt.ts';
import { ro } from './words/ro.ts';
import { ru } from './words/ru.ts';
import { sk } from './words/sk.ts';
import { sv } from './words/sv.ts';
import { th } from './words/th.ts';
import { tr } from './words/tr.ts';
import { uk } from './words/uk.ts';
import { vi } from './words/vi.ts';
import { zh } from './words/zh.ts';
import { zhHant } from './words/zh-hant.ts';

const LANGUAGES: Record<string, Phrases> = {
  ar,
  bg,
  bn,
  cs,
  da,
  de,
  el,
  en,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  lv,
  my,
  nl,
  no,
  pl,
  pt,
  ro,
  ru,
  sk,
  sv,
  th,
  tr,
  uk,
  vi,
  zh,
  'zh-Hant': zhHant,
};
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
