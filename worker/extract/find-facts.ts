import type { Block } from './blocks.ts';
import { isPair, toPair } from './read-pairs.ts';

/** A name and a value with a figure, which stands beside others in a line: `Seat 14C`, `Gate opens 06:20`. */
const NAMED_FIGURE =
  /^(\p{L}[\p{L}\p{M}.'’-]{0,19}(?: \p{L}[\p{L}\p{M}.'’-]{0,19}){0,2}) ((?=\S{0,20}\p{Nd})\S.{0,40})$/u;
/** The same with a code in place of a figure: `Class Y`. */
const NAMED_CODE = /^(\p{L}{2,20}) (\p{Lu}{1,3})$/u;
const WIDE_GAP = /(?<=\S) {2,40}(?=\S)/u;
const MAX_LINE = 100;
/** Least names and values, and least share of the lines that they are, to set them apart from the others. */
const MIN_FACTS = 3;
const MIN_SHARE = 1 / 3;

/** Names and values beside each other, with two spaces between them, as lines with colons: `Flight BA502  Date 14 DEC`. */
export function splitNamedFigures(lines: string[]): string[] {
  return lines.flatMap((line) => {
    const parts = line.length <= MAX_LINE && WIDE_GAP.test(line) ? line.trim().split(WIDE_GAP) : [];
    const isNamed = (part: string) => NAMED_FIGURE.test(part) || NAMED_CODE.test(part);
    return parts.length > 1 && parts.every(isNamed) && parts.some((part) => NAMED_FIGURE.test(part))
      ? parts.map((part) => part.replace(NAMED_FIGURE, '$1: $2').replace(NAMED_CODE, '$1: $2'))
      : [line];
  });
}

/**
 * The lines of a ticket or a booking: names and values among lines that name nothing, in their order. Null when there are
 * few of them.
 */
export function findFacts(lines: string[], toText: (lines: string[]) => Block[]): Block[] | null {
  const facts = lines.filter(isPair);
  if (facts.length < MIN_FACTS || facts.length < MIN_SHARE * lines.length) return null;
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const is = isPair(lines[at] as string);
    let end = at + 1;
    while (end < lines.length && isPair(lines[end] as string) === is) end++;
    const run = lines.slice(at, end);
    blocks.push(...(is ? run.map(toPair) : toText(run)));
    at = end;
  }
  return blocks;
}
