import { type Amount, countAmount, countVisible } from '#shared/count-words.ts';
import { countColumns } from '../choose-size.ts';
import { boxBelow } from '../furniture.ts';
import type { Box, Page } from '../page.ts';
import { chooseSetting, type FlowOptions, gutterOf, LONG_LINE, toSetting } from './choose-setting.ts';
import { type Filled, fillColumns, heightOf, type PlacedPart, type Setting } from './fill-columns.ts';
import { labelSize } from './measure-part.ts';
import type { Part } from './part.ts';
import { putPart } from './put-part.ts';

/** Factor of the spaces between parts, if all parts fit with it. */
const TIGHT_SPACING = 0.4;
/** Line height in ems, if all parts fit with it. */
const CLOSE_LINE_HEIGHT = 1.22;
/** Type may be smaller by these factors if each column then begins with a heading. */
const SCALES_FOR_HEADS = [1, 0.92, 0.85];
/** Least number of headings for which that is tried, and most parts. */
const MIN_HEADS = 2;
const MAX_PARTS_FOR_HEADS = 60;
const UNLIMITED_HEIGHT = 100_000;
/**
 * Puts parts into a box at the largest size at which all of them fit. If they do not fit at the smallest size, the first lines
 * are shown and the rest is counted on the page: nothing is left out silently.
 */
export function putFlow(
  page: Page,
  parts: Part[],
  box: Box,
  options: FlowOptions,
): { size: number; bottom: number } {
  const more = options.more ?? { items: 0, words: 0 };
  const least = options.least ?? page.theme.least;
  const isShort = more.items + more.words > 0 || page.owed > 0;
  const room = { ...box, height: box.height - (isShort ? statementHeight(page) : 0) };
  let set = parts;
  let setting = chooseSetting(page, set, room, options);
  if (!setting && set.some(hasNames)) {
    set = set.map(removeNames);
    setting = chooseSetting(page, set, room, options);
  }
  if (!setting) {
    set = set.map((one) => ({ ...one, space: one.space * TIGHT_SPACING }));
    setting = chooseSetting(page, set, room, { ...options, most: least });
  }
  if (!setting) {
    const close = set.map((one) => ({ ...one, lineHeight: Math.min(one.lineHeight, CLOSE_LINE_HEIGHT) }));
    setting = chooseSetting(page, close, room, { ...options, most: least });
    if (setting) set = close;
  }
  if (!setting) return putSome(page, set, box, options, more);
  setting = arranged(page, set, setting);
  const filled = fillColumns(page, set, setting);
  const spare = Math.max(0, room.height - filled.bottom);
  const top = box.y + Math.round(spare * (options.middle ?? 0));
  putPlaced(page, filled.placed, boxBelow(box, top), setting, options);
  const bottom = top + filled.bottom;
  if (!isShort) return { size: setting.size, bottom };
  const items = more.items > 0 || more.words === 0 ? more.items : null;
  return {
    size: setting.size,
    bottom: putStatement(page, { items, words: more.words, signs: 0 }, box, bottom, options),
  };
}

const hasNames = ({ cells }: Part) => cells?.row.some(({ name }) => name) ?? false;

/** A row without the names of its columns, which its header says too. */
const removeNames = (one: Part): Part =>
  one.cells === null
    ? one
    : {
        ...one,
        cells: { ...one.cells, row: one.cells.row.map(({ text, align }) => ({ text, align })) },
      };

const labelLine = (page: Page) => Math.ceil(labelSize(page, page.theme.least) * 1.35);
/** Height of the line that counts what is missing, with the space above it. */
const statementHeight = (page: Page) => labelLine(page) + Math.round(page.theme.gap / 2);

/** Puts the count of missing text below the shown text; returns where the next element may begin. */
function putStatement(page: Page, left: LeftOut, box: Box, bottom: number, { id = '' }: FlowOptions): number {
  const height = labelLine(page);
  const y = Math.min(bottom + Math.round(page.theme.gap / 2), box.y + Math.max(0, box.height - height));
  const room = Math.max(0, Math.min(height, box.y + box.height - y));
  putLeftOut(page, `${id}left-out`, left, { ...box, y, height: room });
  return y + room;
}

/** The least height of columns at which all parts fit and no verse is torn, so that columns are of about equal height. */
function balanced(page: Page, parts: Part[], setting: Setting): Setting {
  if (setting.columns === 1) return setting;
  const at = (height: number) => ({ ...setting, height, lastHeight: height });
  const { torn } = fillColumns(page, parts, setting);
  let low = 0;
  let high = setting.height;
  while (high - low > 4) {
    const middle = (low + high) >> 1;
    const tried = fillColumns(page, parts, at(middle));
    if (tried.next || (tried.torn && !torn)) low = middle;
    else high = middle;
  }
  return at(high);
}

/** Columns of about equal height, or each beginning with a heading, if that takes little smaller type. */
function arranged(page: Page, parts: Part[], setting: Setting): Setting {
  const usual = balanced(page, parts, setting);
  const heads = parts.filter(isHead).length;
  if (setting.columns === 1 || heads < MIN_HEADS || parts.length > MAX_PARTS_FOR_HEADS) return usual;
  if (beginsAtHeads(page, parts, usual)) return usual;
  for (const scale of SCALES_FOR_HEADS) {
    const size = Math.max(page.theme.least, Math.round(scale * setting.size));
    for (const above of heightsAbove(page, parts, { ...setting, size })) {
      const height = Math.min(above, setting.height);
      const tried = { ...setting, size, height, lastHeight: height };
      if (beginsAtHeads(page, parts, tried)) return tried;
      if (above >= setting.height) break;
    }
  }
  return usual;
}

/** The heights of columns that end above a heading, the lowest first. */
function heightsAbove(page: Page, parts: Part[], setting: Setting): number[] {
  const whole = { ...setting, columns: 1, height: UNLIMITED_HEIGHT, lastHeight: UNLIMITED_HEIGHT };
  return fillColumns(page, parts, whole).placed.flatMap(({ part, y, from }) =>
    isHead(part) && from === 0 && y > 0 ? [y - 1] : [],
  );
}

const isHead = ({ keepsNext, cells }: Part) => keepsNext && !cells;

/** Whether every column but the first begins with a heading. */
function beginsAtHeads(page: Page, parts: Part[], setting: Setting): boolean {
  const { placed, next } = fillColumns(page, parts, setting);
  const firsts = placed.filter(({ column }, at) => at > 0 && column !== placed[at - 1]?.column);
  return next === null && firsts.length > 0 && firsts.every(({ part }) => isHead(part));
}

/** Puts as much as fits at the smallest size, and returns how much is missing. */
function putSome(
  page: Page,
  parts: Part[],
  box: Box,
  options: FlowOptions,
  more: { items: number; words: number },
): { size: number; bottom: number } {
  const size = options.least ?? page.theme.least;
  const mostColumns = options.columnWidth ? countColumns(box.width, options.columnWidth) : 1;
  const total = parts.reduce((sum, one) => sum + sizeOf(amountOf(one)), 0);
  let best: { filled: Filled; setting: Setting; left: LeftOut } | null = null;
  for (let columns = 1; columns <= mostColumns; columns++) {
    const setting = toSetting(page, box, size, columns);
    const filled = fillColumns(page, parts, {
      ...setting,
      lastHeight: setting.height - statementHeight(page),
    });
    const left = leftOutOf(parts, filled);
    // Two columns are easier to read than long lines, and may show a little less.
    const worth = columns === 2 && toSetting(page, box, size, 1).width > LONG_LINE * size ? 0.93 : 1;
    if (!best || total - sizeOf(left) > (total - sizeOf(best.left)) * worth) best = { filled, setting, left };
  }
  const { filled, setting, left } = best as NonNullable<typeof best>;
  const missing = {
    items: left.items === null || (more.words > 0 && more.items === 0) ? null : left.items + more.items,
    words: left.words + more.words,
    signs: left.signs,
  };
  putPlaced(page, filled.placed, box, setting, options);
  const own = columnBox(page, box, setting, setting.columns - 1);
  const bottom = filled.placed
    .filter(({ column }) => column === setting.columns - 1)
    .reduce((most, { y, measured, from, to }) => Math.max(most, y + heightOf(measured, from, to)), 0);
  return { size, bottom: putStatement(page, missing, own, box.y + bottom, options) };
}

interface LeftOut extends Amount {
  /** Null when anything but whole items is missing. */
  items: number | null;
}

function leftOutOf(parts: Part[], { placed, next }: Filled): LeftOut {
  if (!next) return { items: 0, words: 0, signs: 0 };
  const rest = parts.slice(next.index);
  const begun = next.line === 0 ? '' : begunOf(placed, next.index);
  const { words, signs } = rest.map(amountOf).reduce(addAmounts, subtractAmount(countAmount(begun)));
  const left = { words: Math.max(0, words), signs: Math.max(0, signs) };
  // Text that has neither words nor emoji is counted by characters.
  if (sizeOf(left) === 0)
    left.signs = rest.reduce((sum, part) => sum + countVisible(ownText(part)), -countVisible(begun));
  const items = rest.filter(({ unit }) => unit === 'items').length;
  const whole = next.line === 0 && rest.every(({ unit, keepsNext }) => unit !== 'words' || keepsNext);
  return { items: whole && items > 0 ? items : null, ...left };
}

const sizeOf = ({ words, signs }: Amount) => words + signs;
const subtractAmount = ({ words, signs }: Amount): Amount => ({ words: -words, signs: -signs });
const addAmounts = (one: Amount, other: Amount): Amount => ({
  words: one.words + other.words,
  signs: one.signs + other.signs,
});

/** The shown beginning of a part, with its mark. A broken word counts as shown. */
function begunOf(placed: PlacedPart[], index: number): string {
  const own = placed.filter((one) => one.index === index);
  const [first] = own;
  if (!first) return '';
  const shown = own.flatMap((one) => one.measured.lines.slice(one.from, one.to));
  return `${ownMark(first.part)} ${beginningOf(textOf(first.part), shown.join(''))}`;
}

/** The beginning of a text that has as many letters as the lines. */
function beginningOf(text: string, lines: string): string {
  let left = lines.replace(/\s/g, '').length;
  let at = 0;
  for (; at < text.length && left > 0; at++) if (!/\s/.test(text.charAt(at))) left--;
  // Ends behind the last shown letter.
  return text.slice(0, at);
}

const amountOf = (one: Part): Amount => countAmount(ownText(one));

/** The owner's text of a part, its mark with it. */
const ownText = (one: Part) => (one.unit === 'furniture' ? '' : `${ownMark(one)} ${textOf(one)}`);

const textOf = ({ text, cells }: Part) => (cells ? cells.row.map((cell) => cell.text).join(' · ') : text);

const ownMark = ({ mark }: Part) => (mark?.kind === 'text' && mark.counts !== false ? mark.text : '');

/** "+ 3 more", or "continues · + 84 words"; "continues · + 84 more" when it is mostly emoji. */
function putLeftOut(page: Page, id: string, { items, words, signs }: LeftOut, box: Box): void {
  const { furniture, theme } = page;
  const before = page.owed;
  page.leaveOut({ words, signs });
  const missing = page.settle();
  const count = sizeOf(missing);
  if (count === 0 && !items) return;
  const isItems = items !== null && items > 0 && before === 0;
  const isWords = missing.words >= missing.signs;
  const counted = isItems
    ? furniture.more(items)
    : isWords
      ? furniture.moreWords(count)
      : furniture.more(count);
  const full = `${furniture.phrases.continues} · ${counted}`;
  const style = { size: labelSize(page, theme.least), weight: 600, maxLines: 1 };
  const text = isItems || page.measure(full, box, style).cut ? counted : full;
  page.text(id, text, box, { ...style, color: theme.muted });
}

function columnBox(page: Page, box: Box, { columns, width }: Setting, index: number): Box {
  return columns === 1 ? box : { ...box, x: box.x + index * (width + gutterOf(page)), width };
}

function putPlaced(page: Page, placed: PlacedPart[], box: Box, setting: Setting, options: FlowOptions): void {
  for (const one of placed)
    putPart(page, one, columnBox(page, box, setting, one.column), setting.size, options);
}
