import type { Cell } from './pdf-cell.ts';
import type { PdfTable } from './pdf-tables.ts';

/** A part of a page: lines in reading order, or a table. `unclear` counts the characters whose order or column is a guess. */
export type Region = { unclear: number } & (
  | { kind: 'lines'; lines: Cell[]; width: number }
  /** `ruled`: its rows are known by the rules between them. */
  | { kind: 'table'; table: PdfTable; ruled: boolean }
);
