import type { TextProperties } from '../../../imaging/scene.ts';

/** A mark before a text, in a column of its own. */
export type Mark =
  /** `counts`: it belongs to the owner's words; false for words that the page adds, such as the number of a step. */
  | { kind: 'text'; text: string; weight: number; counts?: boolean }
  | { kind: 'bullet' }
  | { kind: 'box'; done: boolean };

export interface Cell {
  text: string;
  /** The short name of its column, which stands before it where the cells follow one another as text. */
  name?: string;
  align: 'start' | 'end' | 'center';
}

/** Figures, times and days up to this many letters stay on one line if there is room. */
const MAX_FIRM_LETTERS = 17;

/** Whether a cell is a figure, a time or a day. */
export const isFirm = (cell: string) => cell.length <= MAX_FIRM_LETTERS && /\d/.test(cell);

/** Columns that the rows of one table share. */
export interface TableColumns {
  /** The widest cell of each, and the widest word of it, in ems of the flow's size. */
  natural: number[];
  least: number[];
  /** The widest figure, time or day of each, which stays on one line if there is room. */
  firm: number[];
  /** A plan, such as a timetable, has many short columns, which stand close together. */
  isPlan: boolean;
}

/** A piece of running material: a paragraph, an item, a row. Lengths are ems of the flow's size. */
export interface Part {
  text: string;
  /** Its own size, in ems. */
  scale: number;
  weight: number;
  family: TextProperties['family'];
  muted: boolean;
  lineHeight: number;
  indent: number;
  mark: Mark | null;
  /** Room for the mark; parts of one run have the same. */
  markWidth: number;
  /** Space above it, unless it begins a column. */
  space: number;
  /** Never the last part of a column, as a heading. */
  keepsNext: boolean;
  /** How it is counted when it is left out; `details` belong to the item before them, `furniture` is the page's own. */
  unit: 'items' | 'details' | 'words' | 'furniture';
  /** A row of a table, instead of `text`. */
  cells: { row: Cell[]; columns: TableColumns } | null;
  /** The text stands at the end of the line, the mark at its beginning: names and values. */
  atEnd: boolean;
  rule: 'none' | 'above' | 'below' | 'side';
}

/** A part with the properties of running text, except for those that are given. */
export function createPart(text: string, different: Partial<Part> = {}): Part {
  return {
    text,
    scale: 1,
    weight: 400,
    family: 'sans',
    muted: false,
    lineHeight: 1.35,
    indent: 0,
    mark: null,
    markWidth: 0,
    space: 0.6,
    keepsNext: false,
    unit: 'words',
    cells: null,
    atEnd: false,
    rule: 'none',
    ...different,
  };
}

/** Whether a row is wider than a column of `ems`. */
export function hasWideRow(parts: Part[], ems: number): boolean {
  return parts.some(
    ({ cells }) => cells && cells.columns.natural.reduce((sum, one) => sum + one + 1, 0) > ems,
  );
}
