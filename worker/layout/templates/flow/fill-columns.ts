import type { Page } from '../page.ts';
import { type MeasuredPart, measurePart } from './measure-part.ts';
import type { Part } from './part.ts';

export interface Setting {
  /** Pixels of type. */
  size: number;
  columns: number;
  /** Of one column. */
  width: number;
  height: number;
  /** Of the last column, where it is lower than the others. */
  lastHeight: number;
}

/** A part, or some lines of one, where it stands. */
export interface PlacedPart {
  part: Part;
  index: number;
  measured: MeasuredPart;
  column: number;
  /** From the top of the column. */
  y: number;
  /** The range of lines: from `from`, up to and without `to`. */
  from: number;
  to: number;
}

export interface Filled {
  placed: PlacedPart[];
  /** The first line that does not fit; null when all do. */
  next: { index: number; line: number } | null;
  /** Of the fullest column. */
  bottom: number;
  /** A word is broken, or cells have no room beside each other. */
  broken: boolean;
  /** More than a few items take a second line, or one takes a third. */
  wraps: boolean;
  /** Running text takes a third line. */
  flows: boolean;
  /** A verse, an address or another text in short lines begins in one column and ends in the next. */
  torn: boolean;
  /** A line of verse, of an address or of another text in short lines takes a second one. */
  folds: boolean;
  /** A cell of a table takes a second line, or a value has no room beside its name. */
  crowded: boolean;
}

/** Of this many items one may take a second line. */
const ITEMS_PER_WRAPPED = 5;
/** Least number of lines on each side of a break. */
const MIN_LINES_TOGETHER = 2;
/** Largest share of a column that may stay empty so that an item is not broken. */
const MAX_EMPTY_SHARE = 0.3;
/** Limit of consecutive parts that stay together. */
const MAX_PARTS_TOGETHER = 3;
/** Limit of elements: a page may have a thousand, and a row may need many. */
const MAX_PLACED = 700;

/** Verse: the least number of lines, and the longest line. */
const MIN_VERSE_LINES = 3;
const MAX_VERSE_LETTERS = 60;

/** Width in letters; an ideograph counts as two. */
const widthOf = (line: string) =>
  line.length + (line.match(/[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}\p{Script=Hang}]/gu)?.length ?? 0);

/** Ratio of a sentence among short lines to the next longest line: it takes a second line rather than make all of them small. */
const MIN_SENTENCE_RATIO = 1.75;

const verses = new WeakMap<Part, number>();

/** The most lines that a text in short lines takes; 0 for any other. Remembered, because the same parts are set at many sizes. */
function linesOfVerse(part: Part): number {
  const known = verses.get(part) ?? countVerseLines(part);
  verses.set(part, known);
  return known;
}

function countVerseLines({ unit, text }: Part): number {
  if (unit !== 'words' || !text.includes('\n')) return 0;
  const widths = text.split('\n').map(widthOf);
  if (widths.length < MIN_VERSE_LINES || widths.some((width) => width > MAX_VERSE_LETTERS)) return 0;
  const [longest = 0, next = 0] = widths.toSorted((a, b) => b - a);
  return widths.length + (longest > MIN_SENTENCE_RATIO * next ? 1 : 0);
}

const isVerse = (part: Part) => linesOfVerse(part) > 0;

/** Fills one column after the other with whole parts, or with some lines of long parts. */
export function fillColumns(page: Page, parts: Part[], setting: Setting): Filled {
  const { size, columns, width, height, lastHeight } = setting;
  const filled: Filled = {
    placed: [],
    next: null,
    bottom: 0,
    broken: false,
    wraps: false,
    flows: false,
    torn: false,
    folds: false,
    crowded: false,
  };
  let column = 0;
  let y = 0;
  let used = 0;
  let items = 0;
  let wrapped = 0;
  for (const [index, part] of parts.entries()) {
    const measured = measurePart(page, part, size, width);
    filled.broken ||= measured.broken;
    if (part.unit === 'items') items++;
    if (part.unit === 'items' && measured.lines.length > 1) wrapped++;
    filled.wraps ||= part.unit === 'items' && measured.lines.length > 2;
    filled.flows ||= part.unit === 'words' && measured.lines.length > 2 && !isVerse(part);
    filled.folds ||= isVerse(part) && measured.lines.length > linesOfVerse(part);
    filled.crowded ||= measured.cells
      ? measured.cells.some((cell) => cell.lines.length > 1)
      : part.atEnd && measured.label > 0;
    const count = measured.cells ? 1 : measured.lines.length;
    let from = 0;
    do {
      const last = column === columns - 1;
      const room = last ? lastHeight : height;
      const space = y === 0 ? 0 : Math.round(part.space * size);
      const to = takes(part, measured, from, room - y - space, {
        least: last ? 1 : MIN_LINES_TOGETHER,
        splitItems: !last || filled.placed.length === 0 || room - y > MAX_EMPTY_SHARE * room,
      });
      // On a page with headings only, a heading may stand last; the header of a table may not.
      const isFirst = last && !part.cells && filled.placed.every((one) => one.part.keepsNext);
      const strands =
        part.keepsNext &&
        !isFirst &&
        to === count &&
        !nextFits(page, parts, index, setting, room - y - space - measured.height);
      if (to === from || strands) {
        if (last) {
          filled.next = { index, line: from };
          return filled;
        }
        column++;
        y = 0;
        continue;
      }
      filled.placed.push({ part, index, measured, column, y: y + space, from, to });
      filled.torn ||= from > 0 && isVerse(part);
      used += part.cells ? part.cells.row.length : part.mark ? 2 : 1;
      y += space + heightOf(measured, from, to);
      filled.bottom = Math.max(filled.bottom, y);
      from = to;
      if (used > MAX_PLACED) {
        filled.next =
          from < count
            ? { index, line: from }
            : index + 1 < parts.length
              ? { index: index + 1, line: 0 }
              : null;
        return filled;
      }
    } while (from < count);
  }
  filled.wraps ||= wrapped * ITEMS_PER_WRAPPED > items;
  return filled;
}

/** Height of some lines of a part; a label stands over the first. */
export function heightOf(measured: MeasuredPart, from: number, to: number): number {
  if (measured.cells) return Math.ceil(measured.height);
  const whole = from === 0 && to === measured.lines.length;
  return Math.ceil(
    whole ? measured.height : (from === 0 ? measured.label : 0) + (to - from) * measured.pitch,
  );
}

/** The line up to which a part fits into the room, from a line on. At least `least` lines stay together. */
function takes(
  part: Part,
  measured: MeasuredPart,
  from: number,
  room: number,
  { least, splitItems }: { least: number; splitItems: boolean },
): number {
  const count = measured.cells ? 1 : measured.lines.length;
  if (heightOf(measured, from, count) <= room + 1) return count;
  if (measured.cells || part.keepsNext || (part.unit === 'items' && !splitItems)) return from;
  const label = from === 0 ? measured.label : 0;
  const lines = Math.floor((room + 1 - label) / Math.max(1, measured.pitch));
  const to = Math.min(from + lines, count - least);
  return to - from >= least ? to : from;
}

/** Whether the parts that must stay with a heading fit below it. */
function nextFits(page: Page, parts: Part[], index: number, { size, width }: Setting, room: number): boolean {
  let needed = 0;
  for (let at = index + 1; at < parts.length; at++) {
    const next = parts[at] as Part;
    const measured = measurePart(page, next, size, width);
    const count = measured.cells ? 1 : measured.lines.length;
    needed +=
      Math.round(next.space * size) +
      heightOf(measured, 0, next.keepsNext ? count : Math.min(count, MIN_LINES_TOGETHER));
    // In a long run of headings, the first do not need the part that follows the last.
    if (needed > room || !next.keepsNext || at - index >= MAX_PARTS_TOGETHER) break;
  }
  return needed <= room;
}
