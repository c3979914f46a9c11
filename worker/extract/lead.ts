import { isProse } from '#shared/is-prose.ts';
import { type Block, oneLine, shorten } from './blocks.ts';
import { CUT_SIGN } from './html-facts.ts';
import { sentencesOf } from './sentences.ts';

/** Number of characters below which a description is a label. */
const MIN_DESCRIPTION_CHARACTERS = 60;
/** Sites cut descriptions at about 150 characters, some of them without an ellipsis. */
const MIN_CUT_CHARACTERS = 130;

/**
 * The beginning of an article in its author's words: the description of the page, else its first sentences, at most `length`
 * characters. Sentences are not cut if one fits.
 */
export function leadOf(
  description: string | null,
  blocks: Block[],
  language: string | null,
  length: number,
): string {
  const paragraphs = proseOf(blocks);
  const named = description ?? '';
  // A description that is the beginning of the text has no line breaks and is often cut: the text is better.
  const quoted = named === '' ? -1 : paragraphs.findIndex((text) => begins(text, named));
  const isLead = named.length >= MIN_DESCRIPTION_CHARACTERS && !CUT_SIGN.test(named);
  if (quoted < 0 && isLead)
    return endsWithin(named) ? wholeWithin(named, language, length) : wholeSentences(named, language, length);
  const first = quoted >= 0 ? quoted : paragraphs.findIndex(isProse);
  const lead = paragraphs.slice(Math.max(0, first), first + 4).join(' ');
  const own = wholeSentences(named, language, length);
  const begun = wholeSentences(lead, language, length);
  return begun.length >= Math.min(own.length, MIN_DESCRIPTION_CHARACTERS) ? begun : own;
}

/** Whether a description ends within a sentence without an ellipsis. */
const endsWithin = (text: string) =>
  /\.\.$/.test(text) || (text.length >= MIN_CUT_CHARACTERS && /[\p{Ll}\p{Lo},]$/u.test(text.trim()));

/** Number of letters by which a description is recognised as the beginning of a text, and least number in a paragraph. */
const COMPARED_LETTERS = 40;
const MIN_PARAGRAPH_LETTERS = 15;

const begins = (text: string, description: string) => {
  const own = lettersOf(text.slice(0, 4 * COMPARED_LETTERS));
  const named = lettersOf(description.slice(0, 4 * COMPARED_LETTERS));
  return own.length >= MIN_PARAGRAPH_LETTERS && named.startsWith(own.slice(0, COMPARED_LETTERS));
};

function proseOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [oneLine(block.text)] : []));
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function wholeSentences(text: string, language: string | null, length: number): string {
  const line = oneLine(text);
  return line.length <= length ? line : wholeWithin(line, language, length);
}

/** The whole sentences within the length, else as many words. */
function wholeWithin(text: string, language: string | null, length: number): string {
  const line = oneLine(text);
  const most = Math.min(length, line.length - 1);
  let end = 0;
  for (const sentence of sentencesOf(line.slice(0, 4 * length), language ?? 'en')) {
    if (end + sentence.trimEnd().length > most) break;
    end += sentence.length;
  }
  return end >= length / 3 ? line.slice(0, end).trimEnd() : shorten(line, length);
}
