import { type Block, MAX_BLOCKS, oneLine } from './blocks.ts';

/** A run of text as pdf.js reports it: `transform[5]` is the baseline, `transform[0..3]` the scale. */
export interface PdfRun {
  str: string;
  hasEOL: boolean;
  transform: number[];
  width: number;
  height: number;
}

interface Line {
  text: string;
  size: number;
  baseline: number;
  /** Where its words begin and end, in points. */
  left: number;
  right: number;
  /** Pieces with wide gaps between them, as in the rows of a table. */
  isRow: boolean;
}

/** Space between runs, in ems, that sets the cells of a row apart. */
const CELL_GAP = 1.5;
const BULLET = /^(?:[•◦▪●·‣–]|\d{1,2}[.)])\s+(?=\S)/u;
/** Share of a page's width that running text takes at least. */
const TEXT_WIDTH = 0.62;
/** Share of a full line up to which a line is said to end where its author ended it. */
const SHORT = 0.8;

const PAGE_NUMBER =
  /^(?:[-–—]\s?)?(?:(?:page|seite|sida|side|pagina|página|p\.|s\.)\s?)?\d{1,4}(?:\s?(?:\/|of|von|de|di|av|sur)\s?\d{1,4})?(?:\s?[-–—])?$/i;

/**
 * The runs of a PDF's pages as blocks, in the order in which they were written. A gap larger than the usual one between lines begins a
 * paragraph; a short line in clearly larger type than most of the text is a heading. Lines of a paragraph that end long
 * before the page does stay lines.
 * @param width of a page, in points
 */
export function pdfBlocks(pages: PdfRun[][], width = 0): Block[] {
  const lines = withoutFurniture(pages.map(toLines));
  const body = bodySize(lines.flat());
  const blocks: Block[] = [];
  for (const page of lines) {
    const end = blocks.length;
    addPage(page, body, lineWidth(page, width), blocks);
    joinPages(blocks, end);
    if (blocks.length >= MAX_BLOCKS) return blocks.slice(0, MAX_BLOCKS);
  }
  return blocks;
}

/** A line that stands on most pages, whatever number is in it, or a number alone at an edge is the pages' own. */
function withoutFurniture(pages: Line[][]): Line[][] {
  const places = new Map<string, number>();
  const nameOf = ({ text, baseline }: Line) => `${text.replace(/\d+/g, '#')} ${Math.round(baseline / 4)}`;
  for (const page of pages) {
    for (const name of new Set(page.map(nameOf))) places.set(name, (places.get(name) ?? 0) + 1);
  }
  const isEdge = (page: Line[], line: Line) => page[0] === line || page.at(-1) === line;
  return pages.map((page) =>
    page.filter(
      (line) =>
        (pages.length < 3 || (places.get(nameOf(line)) ?? 0) <= pages.length / 2) &&
        (pages.length < 2 || !PAGE_NUMBER.test(line.text) || !isEdge(page, line)),
    ),
  );
}

/** A sentence that goes on behind the page's end is made whole. */
function joinPages(blocks: Block[], at: number): void {
  const [before, after] = [blocks[at - 1], blocks[at]];
  if (before?.kind !== 'paragraph' || after?.kind !== 'paragraph') return;
  const isOpen = !/[.!?:。！？…]["'”’»)]?$/u.test(before.text);
  if (!isOpen || !/^["'“‘«(]?[\p{Ll}\p{Lo}\d]/u.test(after.text)) return;
  before.text = joinLine(before.text, after.text);
  blocks.splice(at, 1);
}

function toLines(runs: PdfRun[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, hasEOL, transform, width, height } of runs) {
    const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
    if (str.trim() !== '') {
      const left = transform[4] ?? 0;
      // Rows of a table may follow each other without an end of line.
      if (line && left < line.right && line.baseline - (transform[5] ?? 0) > 0.8 * size) {
        lines.push(line);
        line = undefined;
      }
      line ??= { text: '', size: 0, baseline: transform[5] ?? 0, left, right: left, isRow: false };
      line.size = Math.max(line.size, size);
      if (left - line.right > CELL_GAP * size && !/^\s*\S{1,3}\s*$/u.test(line.text)) {
        line.text = `${line.text.trimEnd()} · `;
        line.isRow = true;
      }
      line.right = Math.max(line.right, left + width);
    }
    if (line) line.text += str;
    if (hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  return lines.map((each) => ({ ...each, text: oneLine(each.text) })).filter((each) => each.text !== '');
}

/** How long a full line of a page is: of one with columns, as long as its longest. */
function lineWidth(lines: Line[], page: number): number {
  const longest = Math.max(0, ...lines.map(({ left, right }) => right - left));
  const beyond = lines.filter(({ left }) => left > page / 2).length;
  return beyond * 4 > lines.length ? longest : Math.max(longest, TEXT_WIDTH * page);
}

/** The size in which most characters are set. */
function bodySize(lines: Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  let best = 0;
  let most = 0;
  for (const [size, count] of letters) {
    if (count > most) [best, most] = [size, count];
  }
  return best;
}

function addPage(lines: Line[], body: number, width: number, blocks: Block[]): void {
  let before: Line | undefined;
  for (const line of lines) {
    const last = blocks.at(-1);
    const gap = before ? before.baseline - line.baseline : Number.POSITIVE_INFINITY;
    const follows = before !== undefined && gap > 0 && gap < 1.75 * Math.max(line.size, before.size);
    const sameSize = before !== undefined && Math.abs(before.size - line.size) < 0.15 * line.size;
    const heading = line.size > 1.2 * body && line.text.length <= 160 && !line.isRow;
    const previous = before;
    before = line;
    const mark = heading ? null : markOf(line.text, last);
    if (mark !== null) {
      const ordered = /^\d/.test(mark);
      const own = { ordered, done: null, ...(ordered && { mark: mark.trim() }) };
      blocks.push({ kind: 'item', text: line.text.slice(mark.length), ...own });
    } else if (follows && sameSize && last && 'text' in last && (last.kind === 'heading') === heading) {
      const stays = previous && !heading && last.kind === 'paragraph' && endsItself(previous, line, width);
      last.text = stays ? `${last.text}\n${line.text}` : joinLine(last.text, line.text);
    } else if (heading) {
      blocks.push({ kind: 'heading', level: line.size > 1.6 * body ? 1 : 2, text: line.text });
    } else {
      blocks.push({ kind: 'paragraph', text: line.text });
    }
  }
}

/** The bullet or the number of an item; a number that does not count on, as that of a date, is none. */
function markOf(text: string, before: Block | undefined): string | null {
  const mark = BULLET.exec(text)?.[0] ?? null;
  const number = Number.parseInt(mark ?? '', 10);
  if (mark === null || Number.isNaN(number) || number === 1) return mark;
  const counted = before?.kind === 'item' ? Number.parseInt(before.mark ?? '', 10) : Number.NaN;
  return counted + 1 === number ? mark : null;
}

/** Whether a line was ended by its author: the next word would have had room on it, or it is a row of cells. */
function endsItself(line: Line, next: Line, width: number): boolean {
  if (line.isRow || next.isRow) return true;
  if (!/^["'“„«(]?[\p{Lu}\p{N}]/u.test(next.text)) return false;
  return line.right - line.left < SHORT * width && line.text.length < 80;
}

/** A word divided at a line's end is made whole; ideographs join without a space. */
function joinLine(text: string, line: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  return ideographs.test(text.at(-1) ?? '') && ideographs.test(line.charAt(0))
    ? text + line
    : `${text} ${line}`;
}
