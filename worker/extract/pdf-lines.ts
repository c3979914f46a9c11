import type { Block } from './blocks.ts';
import type { Cell } from './pdf-cell.ts';

const BULLET = /^(?:[•◦▪●·‣–]|\d{1,2}[.)])\s+(?=\S)/u;
/** A drawn line in characters, which separates parts. */
const RULE = /^(?:(?:[-=_*~]\s?){5,}|[-=_–—]{2,4})$/u;
/** Share of a full line below which a line was ended by its author. */
const SHORT_LINE_SHARE = 0.8;
/** Limit of the letters in a heading, and in one that is no larger than the text; least space above the latter, in ems. */
const MAX_HEADING_LETTERS = 160;
const MAX_BOLD_LETTERS = 100;
const MIN_BOLD_GAP = 1.45;

export interface TextStyle {
  /** Size of most of the text, in points. */
  body: number;
  /** Most of it is bold. */
  isBold: boolean;
  /** Width of the column, in points. */
  width: number;
  /** Receives the type sizes of the headings. */
  sizes: Map<Block, number>;
}

/** The lines of a column as headings, paragraphs and items. */
export function addLines(lines: Cell[], style: TextStyle, blocks: Block[]): void {
  let before: Cell | undefined;
  for (const line of lines) {
    if (RULE.test(line.text)) {
      before = undefined;
      continue;
    }
    const last = before ? blocks.at(-1) : undefined;
    const gap = before ? before.y - line.y : Number.POSITIVE_INFINITY;
    const follows = before !== undefined && gap > 0 && gap < 1.75 * Math.max(line.size, before.size);
    const isAlike = before !== undefined && Math.abs(before.size - line.size) < 0.15 * line.size;
    const heading = isHeading(line, before, gap, last, style);
    const previous = before;
    before = line;
    const mark = heading ? null : markOf(line.text, last);
    if (mark !== null) {
      const ordered = /^\d/.test(mark);
      const own = { ordered, done: null, ...(ordered && { mark: mark.trim() }) };
      blocks.push({ kind: 'item', text: line.text.slice(mark.length), ...own });
    } else if (follows && isAlike && last && 'text' in last && (last.kind === 'heading') === heading) {
      const stays =
        previous && !heading && last.kind === 'paragraph' && endsItself(previous, line, style.width);
      last.text = stays ? `${last.text}\n${line.text}` : joinLine(last.text, line.text);
    } else if (heading) {
      const block: Block = { kind: 'heading', level: line.size > 1.6 * style.body ? 1 : 2, text: line.text };
      style.sizes.set(block, line.size);
      blocks.push(block);
    } else {
      blocks.push({ kind: 'paragraph', text: line.text });
    }
  }
}

/** Whether a line is in larger type, or in bold with space above it, or continues a heading. */
function isHeading(
  line: Cell,
  before: Cell | undefined,
  gap: number,
  last: Block | undefined,
  { body, isBold }: TextStyle,
): boolean {
  if (line.text.length > MAX_HEADING_LETTERS) return false;
  if (line.size > 1.2 * body) return true;
  if (isBold || !line.bold || line.size < 0.95 * body || line.text.length > MAX_BOLD_LETTERS) return false;
  if (/[.,;:]$/u.test(line.text) || !/\p{L}{2}/u.test(line.text)) return false;
  const goesOn =
    last?.kind === 'heading' && before?.bold && before.size === line.size && gap < MIN_BOLD_GAP * line.size;
  return goesOn || gap <= 0 || gap > MIN_BOLD_GAP * line.size;
}

/** The bullet or number of an item. A number out of sequence, such as a date, does not count. */
function markOf(text: string, before: Block | undefined): string | null {
  const mark = BULLET.exec(text)?.[0] ?? null;
  const number = Number.parseInt(mark ?? '', 10);
  if (mark === null || Number.isNaN(number) || number === 1) return mark;
  const counted = before?.kind === 'item' ? Number.parseInt(before.mark ?? '', 10) : Number.NaN;
  return counted + 1 === number ? mark : null;
}

/** Whether the author ended a line: the next word would have fitted. */
function endsItself(line: Cell, next: Cell, width: number): boolean {
  if (!/^["'“„«(]?[\p{Lu}\p{N}]/u.test(next.text)) return false;
  return line.right - line.x < SHORT_LINE_SHARE * width && line.text.length < 80;
}

/** Joins a word that was hyphenated at the end of a line. Ideographs are joined without a space. */
export function joinLine(text: string, line: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  return ideographs.test(text.at(-1) ?? '') && ideographs.test(line.charAt(0))
    ? text + line
    : `${text} ${line}`;
}
