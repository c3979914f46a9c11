import { en, type Strings } from './en.ts';

/** The words of the reader's language. */
export const t: Strings = en;
/** For numbers and times, in the form of the reader's region: `12 Nov` or `Nov 12`. */
export const locale = navigator.languages.find((one) => /^en\b/i.test(one) && isTag(one)) ?? 'en';

/** On a system without a language, Chromium reports `en-US@posix`, which `Intl` refuses. */
function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
