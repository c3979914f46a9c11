import { en, type Strings } from './en.ts';

/** The words of the reader's language. */
export const t: Strings = en;
/** For numbers and times, which are written as where the reader is: `12 Nov` or `Nov 12`. */
export const locale = navigator.languages.find((one) => /^en\b/i.test(one) && isTag(one)) ?? 'en';

/** Where a system has no language set, Chromium takes over its name for that, `en-US@posix`, which `Intl` refuses. */
function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
