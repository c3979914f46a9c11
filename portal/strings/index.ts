import { en, type Strings } from './en.ts';

/** The words of the reader's language. */
export const t: Strings = en;
/** For numbers and times, which are written as where the reader is: `12 Nov` or `Nov 12`. */
export const locale = navigator.languages.find((one) => /^en\b/i.test(one)) ?? 'en';
