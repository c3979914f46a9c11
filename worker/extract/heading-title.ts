import type { DomDocument } from './dom.ts';
import { cleanText } from './html-facts.ts';

const MAX_HEADINGS = 10;
const MIN_LETTERS = 8;
/** Words that are long enough to tell what a title is about. */
const WORD = /[\p{L}\p{N}]{4,}/gu;

/** The first headings of a page, before its parts are removed. */
export const firstHeadings = (document: DomDocument): string[] =>
  [...document.querySelectorAll('h1')]
    .slice(0, MAX_HEADINGS)
    .flatMap((element) => cleanText(element.textContent) ?? []);

/**
 * The title of a page among others that it has: where the one that was found has no word of them, and the title of the window
 * has all of another one, the page calls itself so. What is found may be the title of a section or of an artist.
 */
export function headingTitle(
  found: string | null,
  windowTitle: string | null,
  others: string[],
  site: string | null,
): string | null {
  const words = new Set(wordsOf(found ?? ''));
  const named = others.filter((text) => text !== windowTitle);
  if (words.size === 0 || named.some((text) => wordsOf(text).some((word) => words.has(word)))) return found;
  const window = lettersOf(windowTitle ?? '');
  const name = lettersOf(site ?? '');
  const isTitle = (text: string) => {
    const letters = lettersOf(text);
    return letters.length >= MIN_LETTERS && window.includes(letters) && !name.includes(letters);
  };
  return named.find(isTitle) ?? found;
}

const wordsOf = (text: string) => text.toLowerCase().match(WORD) ?? [];

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The title of a window that ends where that of the page would follow: "National Rail Enquiries -". */
const OF_SITE = /\s[-–—|·»]$/u;

/** Whether a page has the name of its site in place of a title and no heading of the first level. */
export const isOfSite = (windowTitle: string | null, title: string | null, pageHeadings: string[]): boolean =>
  windowTitle !== null && OF_SITE.test(windowTitle) && title === windowTitle && pageHeadings.length === 0;

/** A last sentence that invites to a page: "Anna gave it 5 stars. Check out the full review..." */
const INVITATION =
  /(?<=[.!?]) (?:check out|read|see|view) (?:(?:the|this|our|my) )?(?:full |whole )?(?:reviews?|article|story|post|page|list|more|details)\b[^.!?…]{0,40}(?:\.\.\.|…)$/iu;

export const withoutInvitation = (title: string | null) => title?.replace(INVITATION, '') ?? null;
