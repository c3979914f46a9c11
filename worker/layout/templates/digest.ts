import * as z from 'zod';
import { below, joined, putHeader, putKicker } from './furniture.ts';
import { type Box, Page, type PutText } from './page.ts';
import { line, prose, short, template } from './template.ts';

const item = z.object({ title: line.min(1), summary: prose.optional(), source: short.optional() });
type Item = z.output<typeof item>;

interface Plan {
  columns: number;
  rows: number;
  /** Whether there is room for more than the titles. */
  summaries: boolean;
}

/** Several things in brief. */
export const digest = template({
  use: 'Two to six things in brief, each with a title, a sentence or two, and where it is from.',
  parameters: z.object({
    title: short.optional(),
    note: short.optional(),
    items: z.array(item).min(2).max(6),
  }),
  layOut({ title, note, items }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title || items[0]?.title);
    const { gap, hairline, rule } = page.theme;
    const { box, plan } = putTop(page, items.length, title ?? '', note);
    const { columns, rows } = plan;
    const gutter = 3 * gap;
    const between = plan.summaries ? 2 * gap : gap;
    const width = Math.floor((box.width - (columns - 1) * gutter) / columns);
    const height = Math.floor((box.height - (rows - 1) * between) / rows);
    const cells = items.slice(0, columns * rows).map((_, index) => ({
      x: box.x + (index % columns) * (width + gutter),
      y: box.y + Math.floor(index / columns) * (height + between),
      width,
      height,
    }));
    for (const [index, cell] of cells.entries()) {
      if (index % columns > 0) {
        page.rule(`column-${index}`, { x: cell.x - (gutter >> 1), y: cell.y, width: hairline, height }, rule);
      }
      if (index >= columns) {
        page.rule(`row-${index}`, { x: cell.x, y: cell.y - (between >> 1), width, height: hairline }, rule);
      }
    }
    putItems(page, items, cells, plan);
    return page.scene();
  },
});

/** The header says how many there was no room for: whether there is any depends on the header. */
function putTop(page: Page, count: number, title: string, note?: string): { box: Box; plan: Plan } {
  const trial = new Page(page.viewport, 'monochrome');
  const { columns, rows } = choosePlan(trial, putHeader(trial, trial.content, title, note), count);
  const missing = count - columns * rows;
  const box = putHeader(page, page.content, title, missing > 0 ? `+ ${missing}` : note);
  return { box, plan: choosePlan(page, box, count) };
}

/** As many columns as hold fifteen letters, all items if titles alone allow it. */
function choosePlan(page: Page, box: Box, count: number): Plan {
  const { type, gap } = page.theme;
  const most = Math.max(1, Math.min(3, Math.floor(box.width / (10.5 * type.body))));
  const columns = count === 4 ? Math.min(2, most) : Math.min(count, most);
  const rows = Math.ceil(count / columns);
  const bare = Math.max(
    columns,
    Math.min(count === 4 ? 2 : 3, count, Math.floor(box.width / (7 * type.body))),
  );
  const rowsOf = (least: number, between: number) =>
    Math.max(1, Math.floor((box.height + between) / (least + between)));
  if (rowsOf(3.1 * type.body, 2 * gap) >= rows) return { columns, rows, summaries: true };
  const narrow = Math.ceil(count / bare);
  if (rowsOf(3.6 * type.body, 2 * gap) >= narrow) return { columns: bare, rows: narrow, summaries: true };
  const bareRows = Math.min(Math.ceil(count / bare), rowsOf(1.3 * type.small, gap));
  return { columns: bare, rows: bareRows, summaries: false };
}

/** The cells are alike: what does not fit in one at a size is set smaller in all. */
function putItems(page: Page, items: Item[], cells: Box[], { summaries }: Plan): void {
  const { type, floor, gap } = page.theme;
  const height = cells[0]?.height ?? 0;
  const sourced = summaries && height > 6.5 * type.body;
  const sourceHeight =
    sourced && items.some(({ source }) => source) ? Math.round(type.small * 1.3 + gap / 3) : 0;
  const titleStyle: PutText = {
    size: height > 11 * type.body ? type.title : type.lead,
    smallest: Math.max(floor, summaries ? type.body : type.small),
    weight: 700,
    lineHeight: 1.22,
    maxLines: summaries ? (height > 6 * type.body ? 4 : height > 4 * type.body ? 2 : 1) : undefined,
    excerpt: true,
  };
  const titleRoom = (cell: Box) => ({
    ...below(cell, cell.y + sourceHeight),
    height: (height - sourceHeight) * (summaries ? 0.6 : 1),
  });
  const titleSize = Math.min(
    ...cells.map((cell, index) => page.measure(items[index]!.title, titleRoom(cell), titleStyle).size),
  );
  const title = { ...titleStyle, size: titleSize, smallest: undefined };
  const titles = cells.map((cell, index) => page.measure(items[index]!.title, titleRoom(cell), title));
  const rests = cells.map((cell, index) => below(cell, titles[index]!.bottom + Math.round(gap * 0.5)));
  const summary: PutText = {
    size: type.lead,
    smallest: Math.max(floor, type.small),
    lineHeight: 1.38,
    excerpt: true,
  };
  const size = Math.min(
    ...rests.map((rest, index) => page.measure(items[index]!.summary ?? '', rest, summary).size),
    type.lead,
  );
  for (const [index, cell] of cells.entries()) {
    const each = items[index]!;
    if (sourceHeight > 0)
      putKicker(page, `source-${index}`, joined(each.source), { ...cell, height: sourceHeight + 2 });
    page.text(`title-${index}`, each.title, titleRoom(cell), title);
    if (summaries && each.summary)
      page.text(`summary-${index}`, each.summary, rests[index]!, { ...summary, size, smallest: undefined });
  }
}
