import type { Cell } from './pdf-cell.ts';

const PAGE_NUMBER =
  /^(?:[-–—]\s?)?(?:(?:page|seite|sida|side|pagina|página|p\.|s\.)\s?)?\d{1,4}(?:\s?(?:\/|of|von|de|di|av|sur)\s?\d{1,4})?(?:\s?[-–—])?$/i;
/** Limit of the rows at the top and the bottom of a page that may be page headers or footers. */
const MAX_EDGE_ROWS = 8;
/** Share of the usual size below which type is small. */
const SMALL_TYPE_SHARE = 0.95;
/** Limit of the numbers in a row with a page number; a row with more is part of the text. */
const MAX_NUMBERS = 2;

export interface Body {
  /** The rows of each page without page headers and footers. */
  pages: Cell[][][];
  /** Lines that repeat on most pages. */
  repeated: Set<string>;
}

const textOf = (row: Cell[]) => row.map(({ text }) => text).join(' ');

/** The text of a row without its numbers, and its position. */
const formOf = (row: Cell[]) => `${textOf(row).replace(/\d+/g, '#')} ${Math.round((row[0]?.y ?? 0) / 4)}`;

/** The text of a row without a page number, and its position. */
function nameOf(row: Cell[]): string {
  const text = textOf(row);
  const numbers = text.match(/\d+/g)?.length ?? 0;
  const isNumbered = numbers <= MAX_NUMBERS && /\p{L}/u.test(text);
  return isNumbered ? formOf(row) : `${text} ${Math.round((row[0]?.y ?? 0) / 4)}`;
}

/** A test for rows whose key occurs on most pages. */
function repeatedOn(pages: Cell[][][], keyOf: (row: Cell[]) => string): (row: Cell[]) => boolean {
  const places = new Map<string, number>();
  for (const page of pages) {
    for (const name of new Set(page.map(keyOf))) places.set(name, (places.get(name) ?? 0) + 1);
  }
  return (row) => pages.length > 2 && (places.get(keyOf(row)) ?? 0) > pages.length / 2;
}

const numbersOf = (row: Cell[]) => textOf(row).match(/\d+/g)?.map(Number) ?? [];

/** Whether the numbers of a row are constant or count the pages; other numbers are days, hours or sums. */
function countsPages(first: Cell[], row: Cell[], pages: number): boolean {
  const [before, after] = [numbersOf(first), numbersOf(row)];
  return after.every((one, at) => one === before[at] || one - (before[at] ?? 0) === pages);
}

/**
 * Removes page headers and footers: lines at an edge that repeat on most pages, except for a number that counts the pages. The
 * first page keeps a repeated line unless it is a single line of small type. Large type, and lines that differ in days, hours or
 * sums, are kept on each page. Pages that are alike except for figures are unchanged.
 * @param body the type size of most of the paper, in points
 */
export function removeFurniture(pages: Cell[][][], body: number): Body {
  const repeats = repeatedOn(pages, nameOf);
  const isFormed = repeatedOn(pages, formOf);
  /** The first row of each name, and the index of its page. */
  const seen = new Map<string, { row: Cell[]; page: number }>();
  const kept = pages.map((page, number) => {
    const isSmall = (row: Cell[]) => row.every(({ size }) => size < SMALL_TYPE_SHARE * body);
    const isLarge = (row: Cell[]) => row.some(({ size }) => SMALL_TYPE_SHARE * size > body);
    const isSeen = (row: Cell[]) => {
      const first = seen.get(nameOf(row));
      if (!first || textOf(first.row) === textOf(row)) return first !== undefined;
      return !isLarge(row) && countsPages(first.row, row, number - first.page);
    };
    const isSaid = (row: Cell[]) => repeats(row) && (isSeen(row) || isSmall(row));
    const first = page.findIndex((row) => !isSaid(row));
    const last = page.findLastIndex((row) => !isSaid(row));
    // Several lines on the first page are the letterhead or its footer.
    const most = number === 0 ? 1 : MAX_EDGE_ROWS;
    const top = first > most ? 0 : first;
    const bottom = page.length - last > most + 1 ? page.length : last + 1;
    const rows = first < 0 || page.every(isFormed) ? page : page.slice(top, bottom);
    for (const row of page) if (!seen.has(nameOf(row))) seen.set(nameOf(row), { row, page: number });
    const isEdge = (row: Cell[]) => page[0] === row || page.at(-1) === row;
    return rows.filter((row) => pages.length < 2 || !PAGE_NUMBER.test(textOf(row)) || !isEdge(row));
  });
  return { pages: kept, repeated: new Set(pages.flat().filter(repeats).map(textOf)) };
}
