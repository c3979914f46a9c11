import { MONO_LETTER_EMS } from '../choose-size.ts';
import type { Page } from '../page.ts';
import type { TextStyle } from '../text-style.ts';
import { type Cell, isFirm, type Part, type TableColumns } from './part.ts';

/** A part at one size in a column of one width. Lengths are pixels. */
export interface MeasuredPart {
  lines: string[];
  /** From one line to the next. */
  pitch: number;
  /** Of the whole, without the space above. */
  height: number;
  /** A line of its own above the text, for a mark that is too wide to stand beside it; 0 without. */
  label: number;
  /** Where the text begins. */
  indent: number;
  /** A word is broken. */
  broken: boolean;
  /** Left edges and widths of the cells of a row; null where they do not fit beside each other. */
  cells: { x: number; width: number; lines: string[] }[] | null;
}

/** A width at which no line breaks. */
const UNLIMITED_WIDTH = 100_000;
/** Share of a column's width that marks may take. */
const MAX_MARK_SHARE = 0.5;
/** Ems between the columns of a table, and between those of a plan. */
const CELL_GAP_EMS = 1.1;
const PLAN_GAP_EMS = 0.6;

/** The largest size up to `most` at which marks stand beside their texts; `most` if that would be smaller than running text. */
export function sizeBeside(page: Page, parts: Part[], width: number, most: number): number {
  const widest = Math.max(0, ...parts.map((one) => (one.mark?.kind === 'text' ? one.markWidth : 0)));
  const size = widest === 0 ? most : Math.floor((MAX_MARK_SHARE * width) / widest);
  return size >= page.theme.type.body ? Math.min(most, size) : most;
}

export function measurePart(page: Page, part: Part, size: number, width: number): MeasuredPart {
  if (part.cells) return measureRow(page, part, size, width);
  const own = part.indent * size;
  const marked = part.mark ? part.markWidth * size : 0;
  const text = textSize(page, part, size);
  const style = { size: text, family: part.family, weight: part.weight, lineHeight: part.lineHeight };
  const stacked = part.mark?.kind === 'text' && !standsBeside(page, part, size, width - own, marked);
  const indent = Math.round(own + (stacked || part.atEnd ? 0 : marked));
  const { lines, height, broken } = wrapped(page, part, Math.max(1, width - indent), style);
  const pitch = lines.length === 0 ? 0 : height / lines.length;
  const label = stacked ? labelHeight(page, part, text, width - own) : 0;
  const least = part.mark ? Math.ceil(text * part.lineHeight) : 0;
  return { lines, pitch, height: Math.max(label + height, least), label, indent, broken, cells: null };
}

/** Letters by which a line of code that wraps goes on deeper, and the least that stand beside these spaces. */
const HANGING_LETTERS = 4;
const MIN_LETTERS_BESIDE = 24;

/** The lines of a part. The rest of a line of code that wraps stands deeper, so that it does not look like the next line. */
function wrapped(page: Page, { text, family }: Part, width: number, style: TextStyle) {
  const whole = page.lines(text, width, style);
  const [first = '', ...others] = whole.lines;
  if (family !== 'mono' || others.length === 0 || !text.startsWith(first)) return whole;
  const letter = MONO_LETTER_EMS * style.size;
  const own = (/^ */.exec(text)?.[0].length ?? 0) + HANGING_LETTERS;
  const deep = Math.min(own, Math.floor(width / letter) - MIN_LETTERS_BESIDE);
  if (deep < 1) return whole;
  const rest = page.lines(text.slice(first.length).trimStart(), Math.floor(width - deep * letter), style);
  const lines = [first, ...rest.lines.map((line) => ' '.repeat(deep) + line)];
  const height = (whole.height / whole.lines.length) * lines.length;
  return { lines, height, broken: whole.broken || rest.broken };
}

/** The size of a part's text in whole pixels, never below the legible minimum. */
export const textSize = (page: Page, part: Part, size: number) =>
  Math.max(Math.min(size, page.theme.floor), Math.round(part.scale * size));

export const labelSize = (page: Page, size: number) => Math.min(size, page.theme.type.small);

/** The weight of a mark above its text: a name is lighter than its value. */
export const labelWeight = (weight: number) => (weight >= 600 ? 600 : 400);

function labelHeight(page: Page, { mark }: Part, size: number, width: number): number {
  if (mark?.kind !== 'text' || mark.text === '') return 0;
  return page.lines(mark.text, Math.max(1, width), {
    size: labelSize(page, size),
    weight: labelWeight(mark.weight),
    lineHeight: 1.3,
  }).height;
}

function standsBeside(page: Page, part: Part, size: number, width: number, marked: number): boolean {
  if (!part.atEnd) return marked <= width * MAX_MARK_SHARE;
  const style = { size: textSize(page, part, size), weight: part.weight, lineHeight: part.lineHeight };
  const value = page.lines(part.text, UNLIMITED_WIDTH, style);
  return value.lines.length === 1 && marked + value.width <= width;
}

/** Width of a text in ems: advances scale with the size. */
export function emWidth(page: Page, text: string, weight: number): number {
  return text === '' ? 0 : page.lines(text, UNLIMITED_WIDTH, { size: 100, weight }).width / 100;
}

/** Whether the cells of a row fit beside each other. */
export function hasColumns(page: Page, row: Part, size: number, width: number): boolean {
  return measurePart(page, row, size, width).cells !== null;
}

function measureRow(page: Page, part: Part, size: number, width: number): MeasuredPart {
  const { row, columns } = part.cells as NonNullable<Part['cells']>;
  const widths = columnWidths(columns, width / size);
  const style = { size, family: part.family, weight: part.weight, lineHeight: part.lineHeight };
  if (!widths) {
    const text = asText(row);
    const { lines, height } = page.lines(text, width, style);
    return {
      lines,
      pitch: height / Math.max(1, lines.length),
      height,
      label: 0,
      indent: 0,
      broken: true,
      cells: null,
    };
  }
  let x = 0;
  let height = 0;
  let pitch = 0;
  let broken = false;
  const cells = row.map((cell, index) => {
    const own = Math.ceil((widths[index] as number) * size) + 1;
    const set = page.lines(cell.text, own, style);
    if (set.lines.length > 0) pitch = Math.max(pitch, set.height / set.lines.length);
    height = Math.max(height, set.height);
    // A figure or a day in two lines counts as broken.
    broken ||= set.broken || (set.lines.length > 1 && isFirm(cell.text));
    const placed = { x: Math.round(x), width: own, lines: set.lines };
    x += ((widths[index] as number) + gapOf(columns)) * size;
    return placed;
  });
  return { lines: [], pitch, height, label: 0, indent: 0, broken, cells };
}

/** The cells of a row after one another. Without the names of its columns, an empty cell keeps its place before others. */
function asText(row: Cell[]): string {
  const isNamed = row.some(({ name }) => name);
  const last = row.findLastIndex(({ text }) => text !== '');
  return row
    .slice(0, last + 1)
    .filter(({ text }) => text !== '' || !isNamed)
    .map(({ name, text }) => [name, text || '–'].filter(Boolean).join(' '))
    .join(' · ');
}

const gapOf = ({ isPlan }: TableColumns) => (isPlan ? PLAN_GAP_EMS : CELL_GAP_EMS);

/** Ems for each column; null when not even the longest words fit beside each other. */
function columnWidths(columns: TableColumns, width: number): number[] | null {
  const { natural, least: words, firm } = columns;
  const room = width - gapOf(columns) * (natural.length - 1);
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);
  const wanted = sum(natural);
  if (wanted <= room) {
    // The spare width goes between the columns; of two columns, at most as much as they need themselves.
    const spare = natural.length > 2 ? room - wanted : Math.min(room - wanted, wanted);
    const more = spare / natural.length;
    return natural.map((own) => own + more);
  }
  if (sum(words) > room) return null;
  const whole = words.map((own, index) => Math.max(own, firm[index] as number));
  const least = sum(whole) <= room ? whole : words;
  // Wide columns are reduced first: all widths above a common limit are cut to it.
  let low = 0;
  let high = Math.max(...natural);
  const at = (limit: number) =>
    natural.map((own, index) => Math.max(least[index] as number, Math.min(own, limit)));
  for (let round = 0; round < 20; round++) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) <= room) low = middle;
    else high = middle;
  }
  return sum(at(low)) <= room ? at(low) : null;
}
