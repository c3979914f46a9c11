import { CURRENCY } from './currency.ts';
import type { Cell } from './pdf-cells.ts';

/** Size of raised letters, and ems that they stand above the line, for the line that they belong to. */
const SMALLER = 0.8;
const MAX_RISE = 0.6;
/** Ems between a word and the letters that are raised beside it. */
const NEAR = 0.3;
/** Pieces of a row that may all be raised. */
const MAX_RAISED = 200;
/** Points from which a figure is that of a price; smaller ones have a currency beside them. */
const PRICE_TYPE = 16;
const MONEY = new RegExp(CURRENCY, 'u');
const CENTS = /^\s*\d{2}\s*$/u;
const FIGURE = /(?:^|[^\d.,])\d{1,3}$/u;

// Those that the fonts of this project have raised.
const PLAIN = '0123456789+-−–=()abcdefghjklmnoprstuvwxyz';
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
const SIGNS = new Map([...PLAIN].map((sign, at) => [sign, RAISED[at] as string]));

/** A number, a letter or the sum of two, a charge, or the sign of a note; authors have several. Words and units are none. */
const SIGN = String.raw`(?:[+−–-]?(?:\d{1,3}|[a-z])(?:[+−–-](?:\d{1,2}|[a-z])?)?|[+−–*∗⋆†‡§¶∥-])`;
const MARKS = new RegExp(`^\\s*\\(?${SIGN}(?:[\\s,;]{1,3}${SIGN}){0,7}\\)?[\\s,;]*$`, 'u');
/** Endings of ordinal numbers. */
const ORDINAL = /^\s*(?:st|nd|rd|th|er|re|ère|e|è|ème|me|nd|nde|os|as)\s*$/u;

/** Rows of which those that are raised beside the words of the line below are part of that line, as raised letters. */
export function withExponents(rows: Cell[][]): Cell[][] {
  const kept: Cell[][] = [];
  for (const [at, row] of rows.entries()) {
    const below = rows[at + 1];
    const raised = below && row.length <= MAX_RAISED ? row.map((piece) => raisedBeside(piece, below)) : [];
    if (below && raised.length > 0 && raised.every((piece) => piece !== null)) below.push(...raised);
    else kept.push(row);
  }
  return kept;
}

/** A piece as part of a line, when it is a mark or cents beside larger type in it. */
function raisedBeside(piece: Cell, line: Cell[]): Cell | null {
  const { x, right, y, size, text } = piece;
  const isNear = (gap: number, { size: own }: Cell) => Math.abs(gap) <= NEAR * own;
  const larger = line.filter((word) => size <= SMALLER * word.size && y - word.y <= MAX_RISE * word.size);
  const before = larger.find((word) => isNear(x - word.right, word));
  const level = line[0]?.y ?? y;
  if (before && CENTS.test(text) && isPrice(before, line))
    return { ...piece, x: before.right, y: level, text: `.${text.trim()}` };
  const said = before?.text.trimEnd() ?? '';
  const isExponent =
    (MARKS.test(text) && (/[\p{L}\p{N}\p{P}]$/u.test(said) || isBefore(piece))) ||
    (ORDINAL.test(text) && /\d$/u.test(said));
  return isExponent
    ? { ...piece, y: level, text: [...text].map((sign) => SIGNS.get(sign) ?? sign).join('') }
    : null;

  function isBefore({ text: mark }: Cell): boolean {
    return /^\s*(?:\d|[a-z]\s*$)/u.test(mark) && larger.some((word) => isNear(word.x - right, word));
  }
}

/** Whether two raised digits after a word are its cents: of a year or in small type they are the number of a note. */
function isPrice({ text, size }: Cell, line: Cell[]): boolean {
  // A figure by itself: 10 is what powers are of.
  const isLarge = size >= PRICE_TYPE && /^\s*(?!10\s*$)\d{1,3}\s*$/u.test(text);
  const isMoney = isLarge || line.some((word) => MONEY.test(word.text));
  return isMoney && FIGURE.test(text.trimEnd());
}
