import * as z from 'zod';
import { putFooter, putHeader } from './furniture.ts';
import { type Box, Page } from './page.ts';
import { putRows } from './table-rows.ts';
import { line, short, template } from './template.ts';

const parameters = z.object({
  title: short.optional(),
  /** A key may say its group: `wind › speed`. */
  pairs: z
    .array(z.object({ key: short.min(1), value: line }))
    .min(1)
    .max(200),
  footer: short.optional(),
});
type Pair = z.output<typeof parameters>['pairs'][number];

/** Figures that are few and brief enough to stand in large type. */
const FEW = 6;
const BRIEF = 12;

/** Names and what they stand for. */
export const table = template({
  use: 'Names and values: data, settings, figures. Up to six short values are set large; keys may be grouped as "group › name".',
  parameters,
  layOut({ title, pairs, footer }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title || `${pairs[0]?.key} ${pairs[0]?.value}`);
    const box = putHeader(page, putFooter(page, page.content, footer), title ?? '');
    const large = pairs.length <= FEW && pairs.every(({ value }) => value.length <= BRIEF);
    if (!large || !putFigures(page, pairs, box)) putRows(page, pairs, box);
    return page.scene();
  },
});

/** A grid of figures, each under its name; false when they would be no larger than in rows. */
function putFigures(page: Page, pairs: Pair[], box: Box): boolean {
  const { type, gap, muted, floor } = page.theme;
  const wide = box.width > 1.6 * box.height;
  const used = pairs.length === 4 ? 2 : Math.min(pairs.length, wide ? 3 : 2);
  const rows = Math.ceil(pairs.length / used);
  const width = Math.floor((box.width - (used - 1) * 3 * gap) / used);
  const height = Math.floor((box.height - (rows - 1) * 3 * gap) / rows);
  const label = Math.round(type.small * 1.35);
  const room = { x: 0, y: 0, width, height: height - label };
  const style = { size: type.poster, smallest: floor, weight: 700, lineHeight: 1.15, maxLines: 1 };
  if (room.height < 1.3 * type.body) return false;
  const size = Math.min(...pairs.map(({ value }) => page.measure(value, room, style).size));
  if (size < 1.15 * type.body) return false;
  const own = label + Math.round(size * 1.15);
  for (const [index, { key, value }] of pairs.entries()) {
    const x = box.x + (index % used) * (width + 3 * gap);
    const y =
      box.y + Math.floor(index / used) * (height + 3 * gap) + Math.max(0, Math.round((height - own) * 0.4));
    page.text(
      `key-${index}`,
      key.split(' › ').join(' '),
      { x, y, width, height: label },
      {
        size: type.small,
        smallest: floor,
        color: muted,
        maxLines: 1,
        excerpt: true,
      },
    );
    page.text(
      `value-${index}`,
      value || '–',
      { x, y: y + label, width, height: Math.round(size * 1.2) },
      {
        ...style,
        size,
        smallest: undefined,
      },
    );
  }
  return true;
}
