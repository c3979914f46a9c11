import { type Block, oneLine, shorten } from './blocks.ts';
import { CUT } from './html-facts.ts';

/** Shorter lines before the first sentence are bylines, datelines and captions. */
const MIN_PARAGRAPH_CHARACTERS = 60;

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
  const isWhole = description !== null && !CUT.test(description);
  if (isWhole && description.length >= MIN_PARAGRAPH_CHARACTERS)
    return wholeSentences(description, language, length);
  const paragraphs = proseOf(blocks);
  const first = paragraphs.findIndex((text) => text.length >= MIN_PARAGRAPH_CHARACTERS);
  const lead = paragraphs.slice(Math.max(0, first), first + 4).join(' ');
  return wholeSentences(
    lead.length >= (description ?? '').length ? lead : (description ?? ''),
    language,
    length,
  );
}

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
