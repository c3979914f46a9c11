import { type Block, oneLine } from './blocks.ts';
import { amountsFrom, isPair, pairsIn, toPair } from './read-pairs.ts';
import { runsOfOneDirection } from './runs-of-one-direction.ts';
import { withoutMarks } from './without-marks.ts';

/** The end of a sentence. */
export const SENTENCE_END = /[.!?。！？…]$/u;
/** Of a line that is no heading. */
export const NO_HEADING = /[.,;!?。，；！？]$/u;
export const MAX_HEADING = 40;

/**
 * Lines without an empty one between them as blocks: names and values, a heading, running text.
 * @param heads whether what comes now is an item, so that a short line before it is its heading
 * @param isFirst whether nothing stands before them
 */
export function splitParagraph(lines: string[], heads: boolean, isFirst: boolean): Block[] {
  const blocks: Block[] = [];
  // What is left after names and values is a line or two, unless they are amounts: each line is copied a few times.
  for (let at = 0; at < lines.length; ) {
    const amounts = amountsFrom(lines, at);
    if (amounts > 0) {
      blocks.push(...lines.slice(at, at + amounts).map(toPair));
      at += amounts;
    } else if ((at > 0 || !isFirst) && isHeadAt(lines, at)) {
      blocks.push(heading(oneLine(withoutMarks(lines[at] as string))));
      at += 1;
    } else {
      const rest = at === 0 ? lines : lines.slice(at);
      const pairs = pairsIn(rest);
      blocks.push(...(pairs ? headedPairs(rest, pairs) : words(rest, heads, isFirst && at === 0)));
      at += pairs?.to ?? rest.length;
    }
  }
  return blocks;
}

/** Names and values, below what they are about, and a line or two more. */
function headedPairs(lines: string[], { from, to }: { from: number; to: number }): Block[] {
  const [first, ...others] = lines.slice(0, from);
  return [
    ...(first === undefined ? [] : [paragraph(oneLine(withoutMarks(first)))]),
    ...(others.length > 0 ? [paragraph(joinLines(others.map(withoutMarks)))] : []),
    ...lines.slice(from, to).map(toPair),
  ];
}

function words(lines: string[], heads: boolean, isFirst: boolean): Block[] {
  const said = lines.map(withoutMarks);
  const last = oneLine(said.at(-1) as string);
  if (heads && last.length <= 60 && (last.endsWith(':') || last.endsWith('：'))) {
    const above = said.slice(0, -1);
    return [...(above.length > 0 ? [paragraph(joinLines(above))] : []), heading(last)];
  }
  const text = joinLines(said);
  // A name above items, after others that have such: who did them, where they belong.
  const isHeading =
    (heads || isBold(lines)) &&
    said.length === 1 &&
    text.length <= MAX_HEADING &&
    !NO_HEADING.test(text) &&
    !isFirst;
  return isHeading ? [heading(text)] : runsOfOneDirection(text).map(paragraph);
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (text: string): Block => ({ kind: 'heading', level: 3, text });

/** A name in capitals above what is said of it: more capitals below it are a poster, or shouted. */
function isHeadAt(lines: string[], at: number): boolean {
  const [head = '', below] = lines.slice(at, at + 2);
  return below !== undefined && isCapitals(head) && !isPair(head) && (SMALL.test(below) || isPair(below));
}

/** Letters that are no capitals. */
const SMALL = /[\p{Ll}\p{Lo}]/u;

const isCapitals = (line: string) =>
  line.length <= MAX_HEADING &&
  /^[\p{Lu}\p{N}\s&/'’+-]{3,40}:?$/u.test(line.trim()) &&
  /\p{Lu}{2}/u.test(line);

/** One line that is bold as a whole. */
const isBold = (lines: string[]) =>
  lines.length === 1 && /^\s*\*\*[^*]{1,60}\*\*:?\s*$/u.test(lines[0] ?? '');

/** Lines that were broken at a fixed width are one paragraph; short ones (verse, an address) stay apart. */
function joinLines(lines: string[]): string {
  // Lines that are all whole sentences were ended by their author.
  const ended = lines.filter((line) => SENTENCE_END.test(line.trimEnd())).length;
  if (lines.length > 1 && (ended === lines.length || (ended > 2 && ended === lines.length - 1)))
    return lines.map(oneLine).join('\n');
  const parts: string[] = [];
  for (const [i, line] of lines.map(oneLine).entries()) {
    if (i > 0) parts.push(breakAfter(lines[i - 1]!.trimEnd()));
    parts.push(line);
  }
  return parts.join('');
}

function breakAfter(line: string): string {
  if (line.length < 60) return '\n';
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(line) ? '' : ' ';
}
