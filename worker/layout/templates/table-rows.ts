import { type Columns, chooseSize, columnsIn } from './choose-size.ts';
import { below, putKicker } from './furniture.ts';
import type { Box, Page, PutText } from './page.ts';

interface Pair {
  key: string;
  value: string;
}

interface Row {
  label: string;
  value: string;
  /** The group that begins here. */
  group: string | null;
}

/** Rows of name and value, as large as all of them fit, in columns where that helps. Of too many the first are shown. */
export function putRows(page: Page, pairs: Pair[], box: Box): void {
  const rows = toRows(pairs);
  const setting = chooseSetting(page, rows, box);
  let index = 0;
  for (let column = 0; column < setting.columns; column++) {
    let rest = columnBox(page, box, setting.columns, column);
    const last = column === setting.columns - 1;
    while (index < rows.length) {
      const row = rows[index]!;
      const { size } = setting;
      // The last line of the last column says what is missing, if anything is.
      const after =
        last && index < rows.length - 1 ? Math.round(page.theme.type.small * 1.35) : -spaceAfter(page);
      if (rest.height < rowHeight(page, row, rest.width, size) + after) {
        if (last) putMore(page, rows.length - index, rest);
        break;
      }
      rest = putRow(page, index, row, rest, size);
      index++;
    }
  }
}

function toRows(pairs: Pair[]): Row[] {
  let before = '';
  return pairs.map(({ key, value }) => {
    const path = key.split(' › ');
    const label = path.pop() ?? key;
    const group = path.join(' › ');
    const begins = group !== '' && group !== before;
    before = group;
    return { label, value: value || '–', group: begins ? group : null };
  });
}

function chooseSetting(page: Page, rows: Row[], box: Box): Columns {
  const { type, floor } = page.theme;
  const most = rows.length <= 4 ? type.title : type.lead;
  return chooseSize(floor, most, columnsIn(box.width, 10.5 * type.body), (setting) =>
    fits(page, rows, box, setting),
  );
}

/** Filled one column after the other, as they are put. */
function fits(page: Page, rows: Row[], box: Box, { size, columns }: Columns): boolean {
  const { width } = columnBox(page, box, columns, 0);
  let column = 0;
  let used = 0;
  for (const row of rows) {
    // Smaller and whole is better than large and cut, as long as it can be read.
    if (size > page.theme.floor && isCut(page, row, width, size)) return false;
    const own = rowHeight(page, row, width, size);
    if (used + own - spaceAfter(page) > box.height) {
      column++;
      used = 0;
      if (column === columns || own > box.height) return false;
    }
    used += own;
  }
  return true;
}

function columnBox(page: Page, box: Box, columns: number, index: number): Box {
  const gutter = columns === 1 ? 0 : 4 * page.theme.gap;
  const width = Math.floor((box.width - gutter * (columns - 1)) / columns);
  return { ...box, x: box.x + index * (width + gutter), width };
}

const spaceAfter = (page: Page) => Math.max(2, Math.round(page.theme.gap * 0.5));
const groupSpace = (page: Page) => Math.round(page.theme.gap * 0.7);
const groupHeight = (page: Page) => groupSpace(page) + Math.round(page.theme.type.small * 1.35);
const lineHeight = (size: number) => Math.round(size * 1.3);

/** Whether name and value can stand on one line. */
function standsOnOne(page: Page, { label, value }: Row, width: number, size: number): boolean {
  const endless = { x: 0, y: 0, width: 9999, height: 9999 };
  const named = page.measure(label, endless, { size }).width;
  return named + page.measure(value, endless, { size, weight: 700 }).width + 2 * page.theme.gap <= width;
}

const valueStyle = (size: number): PutText => ({ size, weight: 700, maxLines: 2, excerpt: true });

function rowHeight(page: Page, row: Row, width: number, size: number): number {
  const shared = (row.group === null ? 0 : groupHeight(page)) + page.theme.hairline + 2 * spaceAfter(page);
  if (standsOnOne(page, row, width, size)) return shared + lineHeight(size);
  const below = page.measure(row.value, { x: 0, y: 0, width, height: 9999 }, valueStyle(size)).bottom;
  return shared + lineHeight(labelSize(page, size)) + below;
}

function isCut(page: Page, row: Row, width: number, size: number): boolean {
  if (standsOnOne(page, row, width, size)) return false;
  return page.measure(row.value, { x: 0, y: 0, width, height: 9999 }, valueStyle(size)).cut;
}

/** A name above its value is a caption to it. */
const labelSize = (page: Page, size: number) => Math.min(size, page.theme.type.small);

function putRow(page: Page, index: number, row: Row, rest: Box, size: number): Box {
  const { hairline, floor, muted } = page.theme;
  let box = rest;
  if (row.group !== null) {
    putKicker(page, `group-${index}`, row.group, below(box, box.y + groupSpace(page)));
    box = below(box, box.y + groupHeight(page));
  }
  const height = lineHeight(size);
  let bottom: number;
  if (standsOnOne(page, row, box.width, size)) {
    page.text(`key-${index}`, row.label, { ...box, height }, { size, maxLines: 1 });
    // A box narrower than its letters are high holds nothing, and a lone digit is narrower.
    const measured = page.measure(row.value, { ...box, width: 9999 }, { size, weight: 700 }).width + 2;
    const own = Math.max(size, measured);
    const x = box.x + box.width - own;
    page.text(
      `value-${index}`,
      row.value,
      { ...box, x, width: own, height },
      { size, weight: 700, align: 'end', maxLines: 1 },
    );
    bottom = box.y + height;
  } else {
    const small = labelSize(page, size);
    const labelBox = { ...box, height: lineHeight(small) };
    page.text(`key-${index}`, row.label, labelBox, {
      size: small,
      smallest: floor,
      color: muted,
      maxLines: 1,
      excerpt: true,
    });
    const value = below(box, labelBox.y + labelBox.height);
    bottom = page.text(`value-${index}`, row.value, value, valueStyle(size)).bottom;
  }
  const y = bottom + Math.round(spaceAfter(page) / 2);
  page.rule(`rule-${index}`, { x: box.x, y, width: box.width, height: hairline });
  return below(box, y + hairline + Math.ceil(spaceAfter(page) * 1.5));
}

function putMore(page: Page, count: number, rest: Box): void {
  const { type, muted } = page.theme;
  page.text('more', `+ ${count} more`, rest, { size: type.small, color: muted, maxLines: 1 });
}
