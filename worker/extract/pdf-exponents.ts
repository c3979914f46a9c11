import { CURRENCY } from './currency.ts';
import type { Cell } from './pdf-cell.ts';

/** Greatest size of raised letters, as a share of their line, and greatest height above it, in ems. */
const MAX_RAISED_SIZE = 0.8;
const MAX_RISE = 0.6;
/** Greatest distance between a word and raised letters beside it, in ems. */
const MAX_GAP = 0.3;
/** Limit of the pieces in a raised row. */
const MAX_RAISED = 200;
/** Points from which a large figure is a price; a smaller one needs a currency beside it. */
const MIN_PRICE_POINTS = 16;
const MONEY = new RegExp(CURRENCY, 'u');
const CENTS = /^\s*\d{2}\s*$/u;
const FIGURE = /(?:^|[^\d.,])\d{1,3}$/u;

// The characters that the project's fonts have in raised form.
const PLAIN_CHARACTERS = '0123456789+-−–=()abcdefghjklmnoprstuvwxyz';
const RAISED_CHARACTERS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
const SIGNS = new Map([...PLAIN_CHARACTERS].map((sign, at) => [sign, RAISED_CHARACTERS[at] as string]));

/** A number, a letter, a sum of two, a charge, or a note mark; authors may have several. Words and units do not match. */
const SIGN = String.raw`(?:[+−–-]?(?:\d{1,3}|[a-z])(?:[+−–-](?:\d{1,2}|[a-z])?)?|[+−–*∗⋆†‡§¶∥-])`;
const MARKS = new RegExp(`^\\s*\\(?${SIGN}(?:[\\s,;]{1,3}${SIGN}){0,7}\\)?[\\s,;]*$`, 'u');
/** Endings of ordinal numbers. */
const ORDINAL = /^\s*(?:st|nd|rd|th|er|re|ère|e|è|ème|me|nd|nde|os|as)\s*$/u;

/** Moves rows of raised letters into the line below, as raised characters. */
export function attachExponents(rows: Cell[][]): Cell[][] {
  const kept: Cell[][] = [];
  for (const [at, row] of rows.entries()) {
    const below = rows[at + 1];
    const raised = below && row.length <= MAX_RAISED ? row.map((piece) => raisedBeside(piece, below)) : [];
    if (below && raised.length > 0 && raised.every((piece) => piece !== null)) below.push(...raised);
    else kept.push(row);
  }
  return kept;
}

/** A piece as a raised part of a line, if it is a mark or cents beside larger type; else null. */
function raisedBeside(piece: Cell, line: Cell[]): Cell | null {
  const { x, right, y, size, text } = piece;
  const isNear = (gap: number, { size: own }: Cell) => Math.abs(gap) <= MAX_GAP * own;
  const larger = line.filter(
    (word) => size <= MAX_RAISED_SIZE * word.size && y - word.y <= MAX_RISE * word.size,
  );
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

/** Whether two raised digits are the cents of a price. After a year or in small type they are the number of a note. */
function isPrice({ text, size }: Cell, line: Cell[]): boolean {
  // A figure by itself, because 10 may be the base of a power.
  const isLarge = size >= MIN_PRICE_POINTS && /^\s*(?!10\s*$)\d{1,3}\s*$/u.test(text);
  const isMoney = isLarge || line.some((word) => MONEY.test(word.text));
  return isMoney && FIGURE.test(text.trimEnd());
}
