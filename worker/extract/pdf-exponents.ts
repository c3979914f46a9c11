import type { Cell } from './pdf-cells.ts';

/** Size of raised letters, and ems that they stand above the line, for the line that they belong to. */
const SMALLER = 0.8;
const MAX_RISE = 0.6;
/** Ems between a word and the letters that are raised beside it. */
const NEAR = 0.3;

// Those that the fonts of this project have raised.
const PLAIN = '0123456789+-−–=()abcdefghjklmnoprstuvwxyz';
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
const SIGNS = new Map([...PLAIN].map((sign, at) => [sign, RAISED[at] as string]));

/** Rows of which those that are raised beside the words of the line below are part of that line, as raised letters. */
export function withExponents(rows: Cell[][]): Cell[][] {
  const kept: Cell[][] = [];
  for (const [at, row] of rows.entries()) {
    const below = rows[at + 1];
    if (below && row.every((piece) => isExponent(piece, below))) below.push(...row.map(raised(below)));
    else kept.push(row);
  }
  return kept;
}

function isExponent({ x, right, y, size }: Cell, line: Cell[]): boolean {
  return line.some(
    (word) =>
      size <= SMALLER * word.size &&
      y - word.y <= MAX_RISE * word.size &&
      Math.min(Math.abs(x - word.right), Math.abs(word.x - right)) <= NEAR * word.size,
  );
}

const raised =
  ([first]: Cell[]) =>
  (piece: Cell): Cell => ({
    ...piece,
    y: first?.y ?? piece.y,
    text: [...piece.text].map((sign) => SIGNS.get(sign) ?? sign).join(''),
  });
