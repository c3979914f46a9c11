import { shorten } from './blocks.ts';
import type { Digest } from './digest.ts';
import { paperName } from './pdf-kind.ts';
import type { PdfReading } from './read-pdf.ts';
import { isOcrNoise, realTitle } from './real-title.ts';

/** Most characters of a slide's title. */
const MAX_TITLE = 160;
/** Least share of the words of the file's title that must occur in its text. */
const MIN_CONFIRMED_SHARE = 0.5;
/** Number of words up to which all words of a title must occur. */
const MAX_FEW_WORDS = 3;
/** A shorter text cannot confirm a title: the words of a poster may be part of its drawing. */
const MIN_CONFIRMING_CHARACTERS = 300;

/**
 * The title of a paper: the name of an invoice, the title in the file if the text confirms it, or else the largest text at its
 * top. Null if none is certain.
 */
export function titleOfPaper(reading: PdfReading, digest: Digest, isScan: boolean): string | null {
  const { total, title, heading, kind, blocks } = reading;
  const isPoster = kind === 'slides' && digest.text.length < MIN_CONFIRMING_CHARACTERS;
  const name = total && realTitle(paperName(blocks));
  if (name) return name;
  if (title && (isScan || isConfirmedBy(title, digest.text) || isPoster))
    return heading && extendsTitle(heading, title) ? heading : title;
  const [first] = blocks;
  const line = kind === 'slides' && first && 'text' in first ? shorten(first.text, MAX_TITLE) : null;
  const said = isRow(digest.title) ? null : digest.title;
  // The first words that OCR finds in a picture are often noise.
  const found = realTitle(
    heading ?? line ?? paperName(blocks) ?? (isScan && kind === 'slides' ? null : said),
  );
  const isLegible =
    !(isScan && isOcrNoise(found ?? '')) && !(reading.page && REORDERED_SCRIPT.test(found ?? ''));
  return found && isLegible ? found : title;
}

/** Scripts with joined or reordered letters, which files often encode wrongly. The picture of the page is correct. */
const REORDERED_SCRIPT =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Arabic}]/u;

/** Whether a title consists of cells of a table's first row. */
const isRow = (title: string | null) => title?.includes(' · ') ?? false;

/** Limit of the characters of a heading that contains the title in the file. */
const MAX_HEADING = 90;

/** Whether a heading has all words of a title and further ones. */
function extendsTitle(heading: string, title: string): boolean {
  const words = new Set(wordsOf(heading));
  return (
    heading.length > title.length &&
    heading.length <= MAX_HEADING &&
    wordsOf(title).every((word) => words.has(word))
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

function isConfirmedBy(title: string, text: string): boolean {
  // The words of scripts without spaces cannot be compared one by one.
  if (text.includes(title)) return true;
  const known = new Set(wordsOf(text));
  const words = wordsOf(title);
  const least = words.length <= MAX_FEW_WORDS ? 1 : MIN_CONFIRMED_SHARE;
  return words.filter((word) => known.has(word)).length >= least * words.length;
}
