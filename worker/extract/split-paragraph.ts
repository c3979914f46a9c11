import { type Block, oneLine } from './blocks.ts';
import { amountsFrom, isPair, pairsIn, toPair } from './read-pairs.ts';
import { runsOfOneDirection } from './runs-of-one-direction.ts';
import { withoutMarks } from './without-marks.ts';

/** The end of a sentence. */
export const SENTENCE_END = /[.!?。！？…]$/u;
/** The end of a line that is no heading. */
export const NO_HEADING = /[.,;!?。，；！？]$/u;
export const MAX_HEADING = 40;

/**
 * The blocks of lines without an empty line between them: names and values, headings, running text.
 * @param heads whether an item follows, so that a short last line is its heading
 * @param isFirst whether they begin the text
 */
export function splitParagraph(lines: string[], heads: boolean, isFirst: boolean): Block[] {
  const blocks: Block[] = [];
  // Linear: after names and values only a line or two are left, so each line is copied a few times.
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

/** Names and values with the lines above them. */
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
  // A short line above items, such as a name.
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

/** A heading in capitals above text. If the next line is in capitals too, it is a poster or shouting. */
function isHeadAt(lines: string[], at: number): boolean {
  const [head = '', below] = lines.slice(at, at + 2);
  return below !== undefined && isCapitals(head) && !isPair(head) && (SMALL.test(below) || isPair(below));
}

/** Letters other than capitals. */
const SMALL = /[\p{Ll}\p{Lo}]/u;

const isCapitals = (line: string) =>
  line.length <= MAX_HEADING &&
  /^[\p{Lu}\p{N}\s&/'’+-]{3,40}:?$/u.test(line.trim()) &&
  /\p{Lu}{2}/u.test(line);

/** Whether it is one line that is bold as a whole. */
const isBold = (lines: string[]) =>
  lines.length === 1 && /^\s*\*\*[^*]{1,60}\*\*:?\s*$/u.test(lines[0] ?? '');

/** Joins lines that were broken at a fixed width; short lines (verse, an address) stay separate. */
function joinLines(lines: string[]): string {
  // If every line ends a sentence, the line breaks are the author's.
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
