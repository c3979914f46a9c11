import { en, type Strings } from './en.ts';

/** The words of the reader's language. */
export const t: Strings = en;
/** For numbers and times, which follow the reader's own settings. */
export const locale = 'en';
