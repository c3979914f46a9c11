import { type Block, type CalendarEvent, limitBlocks } from './blocks.ts';
import { readDayPlanner } from './day-planner.ts';
import type { Cell, PdfRun } from './pdf-cell.ts';
import { toRows } from './pdf-cells.ts';
import { removeFurniture } from './pdf-furniture.ts';
import { addLines, joinLine } from './pdf-lines.ts';
import { toRegions } from './pdf-regions.ts';
import { moveAddressesLast, titleOf } from './pdf-title.ts';

export interface PdfText {
  blocks: Block[];
  /** The title of the paper: its largest heading, or the subject of a letter; null without one. */
  title: string | null;
}

/**
 * The blocks of the pages of a PDF in reading order: columns one after the other, rows of cells as tables. A gap larger than
 * the usual line distance begins a paragraph; a short line that is clearly larger or bolder than most of the text is a heading.
 * `mark` is given the rows of the first page, to find their rules. Lines that end long before their column does are not joined.
 */
export function pdfBlocks(pages: PdfRun[][], mark: (first: Cell[][]) => void = () => {}): PdfText {
  const rows = pages.map(toRows);
  if (rows[0]) mark(rows[0]);
  const { pages: kept, repeated } = removeFurniture(rows, bodyOf(rows.flat(2)).body);
  const body = bodyOf(kept.flat(2));
  const blocks: Block[] = [];
  const events: CalendarEvent[] = [];
  const sizes = new Map<Block, number>();
  for (const rows of kept) {
    const end = blocks.length;
    const planner = readDayPlanner(rows);
    for (const region of toRegions(planner?.rest ?? rows)) {
      if (region.kind === 'table') blocks.push(region.table);
      else addLines(region.lines, { ...body, width: region.width, sizes }, blocks);
    }
    joinPages(blocks, end, repeated);
    if (planner) events.push(...planner.events);
  }
  if (events.length > 0) blocks.push({ kind: 'events', events });
  return { blocks: limitBlocks(moveAddressesLast(blocks)), title: titleOf(blocks, sizes) };
}

/** Joins a sentence that continues on the next page, past a line that repeats on each page. */
function joinPages(blocks: Block[], end: number, repeated: Set<string>): void {
  const isBody = (block: Block) =>
    !('text' in block) || block.text.split('\n').some((line) => !repeated.has(line));
  const at = blocks.findIndex((block, index) => index >= end && isBody(block));
  const before = blocks.findLast((block, index) => index < end && isBody(block));
  const after = blocks[at];
  if (before?.kind !== 'paragraph' || after?.kind !== 'paragraph') return;
  const isOpen = !/[.!?:。！？…]["'”’»)]?$/u.test(before.text);
  if (!isOpen || !/^["'“‘«(]?[\p{Ll}\p{Lo}\d]/u.test(after.text)) return;
  before.text = joinLine(before.text, after.text);
  blocks.splice(at, 1);
}

/** The size in which most characters are set, and whether most are bold. */
function bodyOf(cells: Cell[]): { body: number; isBold: boolean } {
  const letters = new Map<number, number>();
  let [bold, all] = [0, 0];
  for (const { size, text, bold: own } of cells) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    all += text.length;
    if (own) bold += text.length;
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of letters) if (count > most) [body, most] = [size, count];
  return { body, isBold: bold * 2.5 > all };
}
