import * as z from 'zod';
import { type Columns, chooseSize, columnsIn } from './choose-size.ts';
import { below, joined, putFooter, putHeader } from './furniture.ts';
import { type Box, Page } from './page.ts';
import { line, short, template } from './template.ts';

const parameters = z.object({
  title: short.optional(),
  ordered: z.boolean().default(false),
  items: z
    .array(
      z.object({
        text: line.min(1),
        /** A time or a day: makes the list an agenda. */
        when: z.string().trim().max(40).nullish(),
        /** Ticked or not; null without a box. */
        done: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(200),
  footer: short.optional(),
});
type List = z.output<typeof parameters>;

interface Setting {
  size: number;
  columns: number;
  box: Box;
  /** Room before the text, for times, boxes or numbers. */
  indent: number;
}

/** Lines of an item, in ems. */
const LINE = 1.25;

/** Things one under the other: to buy, to do, to come. */
export const list = template({
  use: 'A list, a checklist or an agenda; items may carry a time (when) or a tick (done).',
  parameters,
  layOut(list, viewport, colorMode) {
    const { items } = list;
    const page = new Page(viewport, colorMode, joined(list.title, items[0]?.text));
    const boxed = items.filter((item) => item.done != null);
    const ticked = boxed.filter((item) => item.done).length;
    const note = boxed.length === 0 ? '' : `${ticked} / ${boxed.length}`;
    const box = putHeader(page, putFooter(page, page.content, list.footer), list.title ?? '', note);
    putItems(page, list, chooseSetting(page, list, box));
    return page.scene();
  },
});

/** The largest size at which everything fits, in as few columns as it takes. */
function chooseSetting(page: Page, list: List, box: Box): Setting {
  const { type, floor } = page.theme;
  const most = list.items.length <= 4 ? type.title : type.lead;
  const complete = ({ size, columns }: Columns): Setting => ({
    size,
    columns,
    box,
    indent: indentOf(page, list, size, columnBox(page, box, columns, 0)),
  });
  const chosen = chooseSize(floor, most, columnsIn(box.width, 8 * type.body), (columns) => {
    const setting = complete(columns);
    if (heights(page, list, setting).some((height) => height > box.height)) return false;
    return setting.columns === 1 || setting.size <= type.body || !wraps(page, list, setting);
  });
  return complete(chosen);
}

function columnBox(page: Page, box: Box, columns: number, index: number): Box {
  const gutter = columns === 1 ? 0 : 3 * page.theme.gap;
  const width = Math.floor((box.width - gutter * (columns - 1)) / columns);
  return { ...box, x: box.x + index * (width + gutter), width };
}

function indentOf(page: Page, { items, ordered }: List, size: number, box: Box): number {
  const { gap } = page.theme;
  const labels = items.map((item, index) => item.when ?? (ordered ? `${index + 1}.` : ''));
  const widest = labels.reduce((most, label) => {
    if (label === '') return most;
    return Math.max(
      most,
      page.measure(label, { ...box, width: 9999, height: 999 }, { size, weight: 700 }).width,
    );
  }, 0);
  if (widest > 0) return Math.min(widest + Math.round(1.2 * gap), Math.floor(box.width * 0.4));
  return Math.round(size * (items.some((item) => item.done != null) ? 1.5 : 0.95));
}

const rowGap = (size: number) => Math.max(3, Math.round(size * 0.42));
const perColumn = (list: List, columns: number) => Math.ceil(list.items.length / columns);

/** What an item takes, its time included. */
function itemHeight(
  page: Page,
  { text, when }: List['items'][number],
  width: number,
  { size, indent }: Setting,
): number {
  const room = { x: 0, y: 0, width: width - indent, height: 9999 };
  const own = page.measure(text, room, textStyle(size)).bottom;
  if (!when) return own;
  return Math.max(
    own,
    page.measure(when, { ...room, width: indent - 2 }, { ...textStyle(size), weight: 700 }).bottom,
  );
}

/** Whether any item takes a second line; in columns of large type that looks crowded. */
function wraps(page: Page, list: List, setting: Setting): boolean {
  const width = columnBox(page, setting.box, setting.columns, 0).width;
  return list.items.some((item) => itemHeight(page, item, width, setting) > Math.ceil(setting.size * LINE));
}

/** What each column would take. */
function heights(page: Page, list: List, setting: Setting): number[] {
  const { size, columns, box } = setting;
  const { width } = columnBox(page, box, columns, 0);
  const each = perColumn(list, columns);
  const totals = new Array<number>(columns).fill(0);
  for (const [index, item] of list.items.entries()) {
    const column = Math.floor(index / each);
    totals[column]! += itemHeight(page, item, width, setting) + (index % each === 0 ? 0 : rowGap(size));
    if (totals[column]! > box.height) break;
  }
  return totals;
}

const textStyle = (size: number) => ({ size, lineHeight: LINE, maxLines: 2, excerpt: true });

function putItems(page: Page, list: List, setting: Setting): void {
  const { size, columns, box, indent } = setting;
  const { muted, hairline } = page.theme;
  const each = perColumn(list, columns);
  const step = rowGap(size);
  const lineHeight = Math.round(size * LINE);
  let index = 0;
  for (let column = 0; column < columns; column++) {
    const own = columnBox(page, box, columns, column);
    let rest = own;
    for (const start = index; index < list.items.length; index++) {
      if (columns > 1 && column < columns - 1 && index - start >= each) break;
      const item = list.items[index]!;
      const left = list.items.length - index;
      const isLast = left === 1;
      const needed = itemHeight(page, item, own.width, setting);
      const fits = needed <= rest.height;
      // The last line of the last column says what is missing, if anything is.
      const roomAfter = rest.height - needed - step >= lineHeight;
      if (!fits || (!isLast && column === columns - 1 && !roomAfter)) {
        if (column < columns - 1) break;
        page.text('more', `+ ${left} more`, rest, {
          size: Math.min(size, page.theme.type.body),
          color: muted,
          maxLines: 1,
          excerpt: true,
        });
        return;
      }
      if (rest !== own && item.when) {
        page.rule(`rule-${index}`, {
          x: own.x,
          y: rest.y - Math.round(step / 2),
          width: own.width,
          height: hairline,
        });
      }
      putMark(page, list, index, rest, setting);
      const textBox = { ...rest, x: rest.x + indent, width: rest.width - indent };
      const placed = page.text(`item-${index}`, item.text, textBox, {
        ...textStyle(size),
        color: item.done ? muted : undefined,
      });
      if (placed.lines === 0) return;
      rest = below(own, Math.max(placed.bottom, rest.y + needed) + step);
    }
  }
}

/** The time, the box, the number or the bullet before an item. */
function putMark(page: Page, list: List, index: number, rest: Box, { size, indent }: Setting): void {
  const { ink, hairline, paper } = page.theme;
  const item = list.items[index]!;
  const lineHeight = size * LINE;
  if (item.when || (list.ordered && item.done == null)) {
    page.text(
      `mark-${index}`,
      item.when ?? `${index + 1}.`,
      { ...rest, width: indent - 2 },
      { ...textStyle(size), weight: 700 },
    );
    return;
  }
  if (item.done == null) {
    const side = Math.max(3, Math.round(size * 0.26));
    page.rect(
      `mark-${index}`,
      { x: rest.x, y: Math.round(rest.y + (lineHeight - side) / 2 + size * 0.03), width: side, height: side },
      { fill: ink },
    );
    return;
  }
  const side = Math.round(size * 0.86);
  const y = Math.round(rest.y + (lineHeight - side) / 2 + size * 0.02);
  const stroke = Math.max(hairline + 1, Math.round(size / 12));
  page.rect(
    `mark-${index}`,
    { x: rest.x, y, width: side, height: side },
    { fill: paper, stroke: ink, strokeWidth: stroke, radius: Math.round(side / 7) },
  );
  if (!item.done) return;
  const inset = stroke + Math.max(1, Math.round(side * 0.13));
  page.rect(
    `tick-${index}`,
    { x: rest.x + inset, y: y + inset, width: side - 2 * inset, height: side - 2 * inset },
    { fill: ink },
  );
}
