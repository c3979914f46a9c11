import { Readability } from '@mozilla/readability';
import { type DomDocument, isNestedBeyond } from './dom.ts';

/** Characters of a title that are compared with a heading; no title that people read is longer. */
const MAX_COMPARED = 500;

interface TitleComparison {
  _textSimilarity(title: string, heading: string): number;
}

const { _textSimilarity: compareAll } = Readability.prototype as unknown as TitleComparison;

/** Elements beyond which Readability gives up; a long article has some thousands. */
const MAX_ELEMENTS = 60_000;
/** Limit of its work. The largest of 700 pages of newspapers, shops and forums, 2 MB with 28,000 elements, takes 31 million. */
const MAX_WORK = 60_000_000;
/** Fewest letters of an article. */
export const MIN_ARTICLE_LETTERS = 400;

/** The article of a page, by Mozilla's Readability, which changes the document; null if there is none or it would take too long. */
export function readArticle(document: DomDocument) {
  const root = document.documentElement;
  const isTooLarge =
    !root ||
    [...document.querySelectorAll('*')].length > MAX_ELEMENTS ||
    isNestedBeyond(root, { work: MAX_WORK });
  return isTooLarge ? null : new ArticleReader(document, { charThreshold: MIN_ARTICLE_LETTERS }).parse();
}

/** Readability that compares the beginnings of titles only: its time is the product of the numbers of their words. */
class ArticleReader extends Readability implements TitleComparison {
  _textSimilarity(title: string, heading: string): number {
    return compareAll.call(this, title.slice(0, MAX_COMPARED), heading.slice(0, MAX_COMPARED));
  }
}
