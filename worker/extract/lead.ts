import { type Block, oneLine, shorten } from './blocks.ts';
import { CUT } from './html-facts.ts';
import { isProse } from './is-prose.ts';

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
  // A cut description ends within a sentence; the article begins with the whole sentence.
  if (description !== null && !isCut(description) && description.length >= MIN_DESCRIPTION_CHARACTERS)
    return wholeSentences(description, language, length);
  const paragraphs = proseOf(blocks);
  const first = paragraphs.findIndex(isProse);
  const lead = paragraphs.slice(Math.max(0, first), first + 4).join(' ');
  const own = wholeSentences(description ?? '', language, length);
  const begun = wholeSentences(lead, language, length);
  return begun.length >= Math.min(own.length, MIN_DESCRIPTION_CHARACTERS) ? begun : own;
}

/** Whether a description ends within a sentence, with a sign (`...`) or after a word. */
const isCut = (text: string) =>
  CUT.test(text) ||
  /\.\.$/.test(text) ||
  (text.length >= MIN_CUT_CHARACTERS && /[\p{L}\p{N},]$/u.test(text.trim()));

function proseOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [oneLine(block.text)] : []));
}

function wholeSentences(text: string, language: string | null, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter(language ?? 'en', { granularity: 'sentence' }).segment(
    line.slice(0, 4 * length),
  )) {
    if (index + segment.trimEnd().length > length) break;
    end = index + segment.length;
  }
  return end >= length / 3 ? line.slice(0, end).trimEnd() : shorten(line, length);
}
