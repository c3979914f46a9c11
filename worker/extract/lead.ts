import { isProse } from '#shared/is-prose.ts';
import { type Block, oneLine, shorten } from './blocks.ts';
import { CUT } from './html-facts.ts';
import { sentencesOf } from './sentences.ts';

/** A shorter description is a label. */
const MIN_DESCRIPTION_CHARACTERS = 60;
/** Sites cut descriptions at some 150 characters, some of them without a sign. */
const MIN_CUT_CHARACTERS = 130;

/**
 * The beginning of an article in its author's words: the standfirst that the page names, else its first sentences, at
 * most `length` characters. Sentences stay whole where one fits.
 */
export function leadOf(
  description: string | null,
  blocks: Block[],
  language: string | null,
  length: number,
): string {
  const paragraphs = proseOf(blocks);
  const named = description ?? '';
  // The beginning of the text, without its line breaks and often cut: the text itself is better.
  const quoted = named === '' ? -1 : paragraphs.findIndex((text) => begins(text, named));
  const isLead = named.length >= MIN_DESCRIPTION_CHARACTERS && !CUT.test(named);
  if (quoted < 0 && isLead)
    return endsWithin(named) ? wholeWithin(named, language, length) : wholeSentences(named, language, length);
  const first = quoted >= 0 ? quoted : paragraphs.findIndex(isProse);
  const lead = paragraphs.slice(Math.max(0, first), first + 4).join(' ');
  const own = wholeSentences(named, language, length);
  const begun = wholeSentences(lead, language, length);
  return begun.length >= Math.min(own.length, MIN_DESCRIPTION_CHARACTERS) ? begun : own;
}

/** Whether a description ends within a sentence although nothing says so. */
const endsWithin = (text: string) =>
  /\.\.$/.test(text) || (text.length >= MIN_CUT_CHARACTERS && /[\p{Ll}\p{Lo},]$/u.test(text.trim()));

/** Letters by which a description is recognised as the beginning of a text, and the least of a paragraph. */
const BEGINNING = 40;
const MIN_OWN = 15;

const begins = (text: string, description: string) => {
  const own = lettersOf(text.slice(0, 4 * BEGINNING));
  const named = lettersOf(description.slice(0, 4 * BEGINNING));
  return own.length >= MIN_OWN && named.startsWith(own.slice(0, BEGINNING));
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
