import { oneLine } from './blocks.ts';
import type { PdfRun } from './pdf-blocks.ts';

/** A piece of text of its own on a page: a label, a value, a column of a line. Points; `y` grows upwards. */
export interface Cell {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
}

/** Space between runs, in ems, that sets them apart. */
const APART = 0.75;
const MAX_CELLS = 2000;

/** The cells of a page in rows, from the top down and from the left to the right. */
export function toRows(runs: PdfRun[]): Cell[][] {
  const pieces = runs
    .filter(({ str }) => str.trim() !== '')
    .slice(0, MAX_CELLS)
    .map(({ str, transform, width, height }) => {
      const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || 1;
      const x = transform[4] ?? 0;
      return { text: str, x, right: x + width, y: transform[5] ?? 0, size };
    })
    .sort((a, b) => b.y - a.y || a.x - b.x);
  const rows: Cell[][] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.y - piece.y) < 0.35 * Math.max(first.size, piece.size))
      row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => joinCells(row.sort((a, b) => a.x - b.x)));
}

function joinCells(row: Cell[]): Cell[] {
  const cells: Cell[] = [];
  for (const piece of row) {
    const last = cells.at(-1);
    const gap = last ? piece.x - last.right : 0;
    if (last && gap < APART * Math.max(last.size, piece.size)) {
      const spaced = gap > 0.15 * piece.size && !last.text.endsWith(' ') && !piece.text.startsWith(' ');
      last.text += `${spaced ? ' ' : ''}${piece.text}`;
      last.right = Math.max(last.right, piece.right);
      last.size = Math.max(last.size, piece.size);
    } else {
      cells.push({ ...piece });
    }
  }
  return cells.map((cell) => ({ ...cell, text: oneLine(cell.text) })).filter(({ text }) => text !== '');
}
