import { type Block, oneLine } from './blocks.ts';
import { findFacts } from './find-facts.ts';
import { isDay } from './find-list.ts';
import { countAmountLines, findPairs, isPair, toPair } from './read-pairs.ts';
import { splitByDirection } from './split-by-direction.ts';
import { stripMarks } from './strip-marks.ts';

/** The end of a sentence. */
export const SENTENCE_END = /[.!?。！？…]$/u;
/** The same, with a closing quotation mark. */
const QUOTED_END = /[.!?。！？…]["“”’»«」』]?$/u;
/** The end of a line that is not a heading. */
export const NO_HEADING = /[.,;!?。，；！？]$/u;
export const MAX_HEADING = 40;
/** Least letters of a line that was broken at a width. */
const MIN_BROKEN_LETTERS = 60;
/** Most letters of such a line. */
const MAX_BROKEN_LETTERS = 140;
/** Number of lines in capitals above others from which these are headings. */
const MIN_HEADS = 2;

/**
 * The blocks of lines without an empty line between them: names and values, headings, running text.
 * @param heads whether an item follows, so that a short last line is its heading
 * @param isFirst whether they begin the text
 */
export function splitParagraph(lines: string[], heads: boolean, isFirst: boolean): Block[] {
  const found = lines.flatMap((_, at) => (isHeadAt(lines, at) ? [at] : []));
  // A single line in capitals among others may be emphasis.
  if (found.length < MIN_HEADS) return splitPart(lines, heads, isFirst);
  const starts = found[0] === 0 ? found : [0, ...found];
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? lines.length;
    return splitPart(
      lines.slice(from, to),
      heads && to === lines.length,
      isFirst && from === 0 && found[0] !== 0,
    );
  });
}

function splitPart(lines: string[], heads: boolean, isFirst: boolean): Block[] {
  const blocks: Block[] = [];
  // Linear: after names and values only a line or two are left, so each line is copied a few times.
  for (let at = 0; at < lines.length; ) {
    const amounts = countAmountLines(lines, at);
    if (amounts > 0) {
      blocks.push(...lines.slice(at, at + amounts).map(toPair));
      at += amounts;
    } else if ((at > 0 || !isFirst) && isHeadAt(lines, at)) {
      blocks.push(heading(oneLine(stripMarks(lines[at] as string))));
      at += 1;
    } else {
      const rest = at === 0 ? lines : lines.slice(at);
      const pairs = findPairs(rest);
      const asWords = (others: string[]) => words(others, heads, isFirst && at === 0);
      const facts = pairs || areSentences(rest) ? null : findFacts(rest, asWords);
      const read = pairs ? headedPairs(rest, pairs) : (facts ?? asWords(rest));
      blocks.push(...read);
      at += pairs?.to ?? rest.length;
    }
  }
  return blocks;
}

/** Whether many of the lines are sentences, as those of a letter are. */
const areSentences = (lines: string[]) =>
  4 * lines.filter((line) => SENTENCE_END.test(line.trimEnd())).length > lines.length;

/** Names and values with the lines above them as headings. */
function headedPairs(lines: string[], { from, to }: { from: number; to: number }): Block[] {
  const [first, ...others] = lines.slice(0, from);
  return [
    ...(first === undefined
      ? []
      : [isDay(first) ? heading(oneLine(first)) : paragraph(oneLine(stripMarks(first)))]),
    ...(others.length > 0 ? [paragraph(joinLines(others.map(stripMarks)))] : []),
    ...lines.slice(from, to).map(toPair),
  ];
}

function words(lines: string[], heads: boolean, isFirst: boolean): Block[] {
  const said = lines.map(stripMarks);
  const last = oneLine(said.at(-1) as string);
  const isName = /[:：]$/u.test(last) || (said.length > 1 && isCapitals(last));
  if (heads && last.length <= 60 && isName) {
    const above = said.slice(0, -1);
    return [...(above.length > 0 ? [paragraph(joinLines(above))] : []), heading(last)];
  }
  const text = joinLines(said);
  // A short line above items, such as a name.
  const isHeading =
    (heads || isBold(lines)) &&
    said.length === 1 &&
    text.length <= MAX_HEADING &&
    !NO_HEADING.test(text) &&
    !isFirst;
  return isHeading ? [heading(text)] : splitByDirection(text).map(paragraph);
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (text: string): Block => ({ kind: 'heading', level: 3, text });

/** Whether a line is a heading in capitals above text. If the next line is in capitals, too, it is a poster or emphasis. */
export function isHeadAt(lines: string[], at: number): boolean {
  const [head = '', below] = lines.slice(at, at + 2);
  return (
    below !== undefined && isCapitals(head) && !isPair(head) && (NON_CAPITALS.test(below) || isPair(below))
  );
}

/** Letters other than capitals. */
const NON_CAPITALS = /[\p{Ll}\p{Lo}]/u;

export const isCapitals = (line: string) =>
  line.length <= MAX_HEADING &&
  /^[\p{Lu}\p{N}\s&/'’+-]{3,40}(?:\([^()]{1,30}\))?:?$/u.test(line.trim()) &&
  /\p{Lu}{2}/u.test(line);

/** Whether a paragraph is one line that is bold as a whole. */
const isBold = (lines: string[]) =>
  lines.length === 1 && /^\s*\*\*[^*]{1,60}\*\*:?\s*$/u.test(lines[0] ?? '');

/** Joins lines that were broken at a width; short lines (verse, an address) stay separate. */
export function joinLines(lines: string[]): string {
  // If every line ends a sentence, the line breaks are the author's.
  const ended = lines.filter((line) => SENTENCE_END.test(line.trimEnd())).length;
  if (lines.length > 1 && (ended === lines.length || (ended > 2 && ended === lines.length - 1)))
    return lines.map(oneLine).join('\n');
  const own = lines.map(oneLine);
  const breaks = breaksAtWidth(own);
  return own
    .map((line, at) => (at === 0 ? line : (breaks[at - 1] ? joint(own[at - 1] as string) : '\n') + line))
    .join('');
}

/** A line that begins with a day or another name and its figure is an entry of its own: `dom 29 Farmacia Comunale`. */
const ENTRY = /^\p{L}{1,12}\.?\s\p{Nd}/u;
/** The beginning of a line that may continue the one above. */
const CONTINUATION = /^[\p{Ll}\p{Lo}]/u;

/**
 * At which lines a program broke the text at a width: at most of them the next word would have exceeded the longest line. A
 * long word alone, such as an address, does not show this. If some of the breaks are the author's, the others are a program's
 * only inside of a sentence.
 */
function breaksAtWidth(lines: string[]): boolean[] {
  const width = lines.reduce((most, line) => (line.includes(' ') ? Math.max(most, line.length) : most), 0);
  // A single break after a sentence may be the author's, and so are the breaks of lines that no program would write.
  if (width > MAX_BROKEN_LETTERS || (lines.length === 2 && QUOTED_END.test(lines[0] as string))) return [];
  const full = lines
    .slice(0, -1)
    .map((line, at) => line.length + 1 + wordAt(lines[at + 1] as string).length > width);
  const count = full.filter(Boolean).length;
  if (count * 2 < full.length) return [];
  const isMixed = count < full.length;
  return full.map((_, at) => {
    const [line = '', below = ''] = lines.slice(at, at + 2);
    if (line.length < MIN_BROKEN_LETTERS) return false;
    if (!isMixed) return true;
    return !QUOTED_END.test(line) && CONTINUATION.test(below) && !ENTRY.test(below);
  });
}

const wordAt = (line: string) => line.split(' ', 1)[0] ?? '';

/** What joins a line to the next one: nothing between ideographs and kana. */
const joint = (line: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(line) ? '' : ' ';
