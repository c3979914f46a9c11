import { type Block, MAX_BLOCKS } from './blocks.ts';
import { type Cell, type PdfRun, toRows } from './pdf-cells.ts';
import { addLines, joinLine } from './pdf-lines.ts';
import { toRegions } from './pdf-regions.ts';
import { letterFirst, titleOf } from './pdf-title.ts';

const PAGE_NUMBER =
  /^(?:[-–—]\s?)?(?:(?:page|seite|sida|side|pagina|página|p\.|s\.)\s?)?\d{1,4}(?:\s?(?:\/|of|von|de|di|av|sur)\s?\d{1,4})?(?:\s?[-–—])?$/i;

export interface PdfText {
  blocks: Block[];
  /** The title of the paper: its largest heading, or the subject of a letter; null without one. */
  title: string | null;
}

/**
 * The runs of a PDF's pages as blocks, in the order in which they are read: columns one after the other, rows of cells as
 * tables. A gap larger than the usual one between lines begins a paragraph; a short line that is clearly larger or
 * bolder than most of the text is a heading. Lines of a paragraph that end long before their column does stay lines.
 */
export function pdfBlocks(pages: PdfRun[][]): PdfText {
  const kept = withoutFurniture(pages.map(toRows));
  const body = bodyOf(kept.flat(2));
  const blocks: Block[] = [];
  const sizes = new Map<Block, number>();
  for (const rows of kept) {
    const end = blocks.length;
    for (const region of toRegions(rows)) {
      if (region.kind === 'table') blocks.push(region.table);
      else addLines(region.lines, { ...body, width: region.width, sizes }, blocks);
    }
    joinPages(blocks, end);
  }
  return { blocks: letterFirst(blocks).slice(0, MAX_BLOCKS), title: titleOf(blocks, sizes) };
}

/** Rows at the top and the bottom of a page that may be furniture. */
const MAX_EDGE = 8;

/**
 * Removes running heads and page numbers: lines at an edge that repeat on most pages but for a number, and lone numbers there.
 * Several rows at the top of the first page are the head of a paper, which stays. Pages of figures are alike as a whole.
 */
function withoutFurniture(pages: Cell[][][]): Cell[][][] {
  const places = new Map<string, number>();
  const textOf = (row: Cell[]) => row.map(({ text }) => text).join(' ');
  const nameOf = (row: Cell[]) => `${textOf(row).replace(/\d+/g, '#')} ${Math.round((row[0]?.y ?? 0) / 4)}`;
  for (const page of pages) {
    for (const name of new Set(page.map(nameOf))) places.set(name, (places.get(name) ?? 0) + 1);
  }
  const repeats = (row: Cell[]) => pages.length > 2 && (places.get(nameOf(row)) ?? 0) > pages.length / 2;
  return pages.map((page, number) => {
    const first = page.findIndex((row) => !repeats(row));
    const last = page.findLastIndex((row) => !repeats(row));
    const top = first > MAX_EDGE || (number === 0 && first > 1) ? 0 : first;
    const bottom = page.length - last > MAX_EDGE + 1 ? page.length : last + 1;
    const kept = first < 0 ? page : page.slice(top, bottom);
    const isEdge = (row: Cell[]) => page[0] === row || page.at(-1) === row;
    return kept.filter((row) => pages.length < 2 || !PAGE_NUMBER.test(textOf(row)) || !isEdge(row));
  });
}

/** Joins a sentence that continues on the next page. */
function joinPages(blocks: Block[], at: number): void {
  const [before, after] = [blocks[at - 1], blocks[at]];
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
