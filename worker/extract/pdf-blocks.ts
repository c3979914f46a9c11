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
}

const PAGE_NUMBER =
  /^(?:[-–—]\s?)?(?:(?:page|seite|sida|side|pagina|página|p\.|s\.)\s?)?\d{1,4}(?:\s?(?:\/|of|von|de|di|av|sur)\s?\d{1,4})?(?:\s?[-–—])?$/i;

/**
 * The runs of a PDF's pages as blocks, in the order in which they were written. A gap larger than the usual one between lines begins a
 * paragraph; a short line in clearly larger type than most of the text is a heading.
 */
export function pdfBlocks(pages: PdfRun[][]): Block[] {
  const lines = withoutFurniture(pages.map(toLines));
  const body = bodySize(lines.flat());
  const blocks: Block[] = [];
  for (const page of lines) {
    const end = blocks.length;
    addPage(page, body, blocks);
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
  for (const { str, hasEOL, transform, height } of runs) {
    const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
    if (str.trim() !== '') {
      line ??= { text: '', size: 0, baseline: transform[5] ?? 0 };
      line.size = Math.max(line.size, size);
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

function addPage(lines: Line[], body: number, blocks: Block[]): void {
  let before: Line | undefined;
  for (const line of lines) {
    const last = blocks.at(-1);
    const gap = before ? before.baseline - line.baseline : Number.POSITIVE_INFINITY;
    const follows = before !== undefined && gap > 0 && gap < 1.75 * Math.max(line.size, before.size);
    const sameSize = before !== undefined && Math.abs(before.size - line.size) < 0.15 * line.size;
    const heading = line.size > 1.2 * body && line.text.length <= 160;
    before = line;
    const bullet = /^(?:[•◦▪●·‣–]|\d{1,2}[.)])\s+(?=\S)/u.exec(line.text);
    if (bullet && !heading) {
      const ordered = /^\d/.test(bullet[0]);
      blocks.push({ kind: 'item', text: line.text.slice(bullet[0].length), ordered, done: null });
    } else if (follows && sameSize && last && 'text' in last && (last.kind === 'heading') === heading) {
      last.text = joinLine(last.text, line.text);
    } else if (heading) {
      blocks.push({ kind: 'heading', level: line.size > 1.6 * body ? 1 : 2, text: line.text });
    } else {
      blocks.push({ kind: 'paragraph', text: line.text });
    }
  }
}

/** A word divided at a line's end is made whole; ideographs join without a space. */
function joinLine(text: string, line: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  return ideographs.test(text.at(-1) ?? '') && ideographs.test(line.charAt(0))
    ? text + line
    : `${text} ${line}`;
}
