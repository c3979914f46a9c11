import { type Block, oneLine } from './blocks.ts';
import type { DomElement, DomNode } from './dom.ts';

/** Elements that occur only in tables for the layout of a page. */
const LAYOUT = 'table, h1, h2, h3, h4, h5, h6, ul, ol, dl, form, article, section, blockquote, pre, iframe';
const MAX_ROWS = 200;
const MAX_COLUMNS = 12;
/** Number of letters above which a cell is a paragraph. */
const MAX_CELL_LETTERS = 160;
/** A number with its unit: `€ 12.50`, `-2 °C`. */
const FIGURE = /^[^\p{L}]{0,3}\p{Nd}[\p{Nd}\s.,:%'’/–-]{0,14}\s?[\p{L}%°€$£¥]{0,4}$/u;

/**
 * A table of data as a block, a table of two columns without a header as pairs; null for a table that arranges the parts of a
 * page, and for one that is too large.
 */
export function readTable(table: DomElement): Block[] | null {
  if (table.getAttribute('role') === 'presentation' || table.querySelector(LAYOUT)) return null;
  const found = Array.from(table.querySelectorAll('tr'));
  if (found.length < 2 || found.length > MAX_ROWS) return null;
  const lines = found.map((row) => Array.from(row.childNodes).filter(isCell));
  const rows = gridOf(lines).filter((cells) => cells.some((cell) => cell !== ''));
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  const isData = rows.every((cells) => cells.every((cell) => cell.length <= MAX_CELL_LETTERS));
  if (columns < 2 || columns > MAX_COLUMNS || rows.length < 2 || !isData) return null;
  const full = rows.filter((cells) => cells.filter((cell) => cell !== '').length >= 2);
  // Most rows of data have several cells; a layout has few such rows.
  if (full.length * 2 <= rows.length) return null;
  const hasHead = lines[0]?.every((cell) => cell.tagName.toUpperCase() === 'TH') === true;
  const title = oneLine(table.querySelector('caption')?.textContent ?? '');
  const above: Block[] = title === '' ? [] : [{ kind: 'heading', level: 3, text: title }];
  if (columns === 2 && !hasHead) return [...above, ...rows.map(toPair)];
  const padded = rows.map((cells) => [...cells, ...Array(columns - cells.length).fill('')] as string[]);
  const [header = [], ...data] = padded;
  const body = hasHead ? data : padded;
  return [
    ...above,
    { kind: 'table', header: hasHead ? header : null, rows: body, align: alignOf(body, columns) },
  ];
}

const toPair = ([key = '', value = '']: string[]): Block =>
  key !== '' && value !== '' ? { kind: 'pair', key, value } : { kind: 'paragraph', text: key || value };

/** A list of names and values; null if its values are paragraphs, or other words are between them. */
export function readDefinitions(list: DomElement): Block[] | null {
  if (list.querySelector(LAYOUT)) return null;
  const blocks: Block[] = [];
  const parts = Array.from(list.querySelectorAll('dt, dd'));
  if (lettersOf(list) !== parts.reduce((sum, part) => sum + lettersOf(part), 0)) return null;
  let key = '';
  let isNamed = false;
  for (const part of parts) {
    const text = oneLine(part.textContent ?? '');
    if (text === '' || text.length > MAX_CELL_LETTERS) return null;
    if (part.tagName.toUpperCase() === 'DT') {
      key = isNamed ? `${key}, ${text}` : text;
      isNamed = true;
    } else if (key === '') return null;
    else {
      blocks.push({ kind: 'pair', key, value: text });
      isNamed = false;
    }
  }
  return isNamed || blocks.length === 0 ? null : blocks;
}

const lettersOf = (element: DomElement) => (element.textContent ?? '').replace(/\s+/gu, '').length;

const isCell = (node: DomNode): node is DomElement =>
  node.nodeType === 1 && /^T[DH]$/i.test((node as DomElement).tagName);

/** The texts of cells in their columns: empty ones below and beside a cell that spans several rows or columns. */
function gridOf(lines: DomElement[][]): string[][] {
  /** How many more rows the last cell of each column spans. */
  const below: number[] = [];
  return lines.map((line) => {
    const cells: string[] = [];
    const skip = () => {
      while ((below[cells.length] ?? 0) > 0) {
        below[cells.length] = (below[cells.length] ?? 0) - 1;
        cells.push('');
      }
    };
    for (const cell of line.slice(0, MAX_COLUMNS + 1)) {
      skip();
      const columns = spanOf(cell, 'colspan', MAX_COLUMNS);
      const rows = spanOf(cell, 'rowspan', MAX_ROWS);
      for (let column = 0; column < columns; column++) {
        below[cells.length] = rows - 1;
        cells.push(column === 0 ? oneLine(cell.textContent ?? '') : '');
      }
    }
    skip();
    return cells;
  });
}

const spanOf = (cell: DomElement, name: string, most: number) =>
  Math.min(Math.max(Math.floor(Number(cell.getAttribute(name))) || 1, 1), most);

/** Aligns columns of figures at their end. */
function alignOf(rows: string[][], columns: number): ('start' | 'end')[] {
  return Array.from({ length: columns }, (_, at) => {
    const cells = rows.flatMap((row) => row[at] || []);
    return cells.length > 0 && cells.every((cell) => FIGURE.test(cell)) ? 'end' : 'start';
  });
}
