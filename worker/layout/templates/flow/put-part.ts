import { boxBelow } from '../furniture.ts';
import type { Box, Page } from '../page.ts';
import type { FlowOptions } from './choose-setting.ts';
import { heightOf, type PlacedPart } from './fill-columns.ts';
import { labelSize, labelWeight, textSize } from './measure-part.ts';

/** Puts a part, or some of its lines, into its column. */
export function putPart(
  page: Page,
  placed: PlacedPart,
  column: Box,
  size: number,
  { id = '', align }: Pick<FlowOptions, 'id' | 'align'>,
): void {
  const { part, index, measured, from, to } = placed;
  const { hairline, gap, muted } = page.theme;
  const name = `${id}${index}${from > 0 ? `-${from}` : ''}`;
  const y = column.y + placed.y;
  const height = heightOf(measured, from, to);
  const text = textSize(page, part, size);
  const isOpposite = part.mark === null && !part.cells && page.isOpposite(part.text);
  const style = {
    size: text,
    family: part.family,
    weight: part.weight,
    lineHeight: part.lineHeight,
    color: part.muted ? muted : undefined,
    align:
      (part.atEnd && measured.label === 0) || (isOpposite && align === undefined) ? ('end' as const) : align,
  };
  if (part.rule === 'above' && placed.y > 0) {
    page.rule(`rule-${name}`, { ...column, y: y - Math.round((part.space * size) / 2), height: hairline });
  }
  if (part.rule === 'below') {
    page.rule(`rule-${name}`, { ...column, y: y + height + Math.round(0.2 * size), height: hairline });
  }
  if (part.rule === 'side') {
    page.rule(`rule-${name}`, {
      x: column.x + Math.round(part.indent * size) - gap,
      y,
      width: 3 * hairline,
      height,
    });
  }
  if (measured.cells) {
    for (const [at, cell] of measured.cells.entries()) {
      const box = { x: column.x + cell.x, y, width: cell.width, height };
      page.text(`cell-${name}-${at}`, cell.lines.join('\n'), box, {
        ...style,
        align: part.cells?.row[at]?.align ?? 'start',
      });
    }
    return;
  }
  const box = { ...column, y, height, x: column.x + measured.indent, width: column.width - measured.indent };
  if (from === 0) putMark(page, name, placed, column, size);
  const top = from === 0 ? measured.label : 0;
  page.text(`text-${name}`, measured.lines.slice(from, to).join('\n'), boxBelow(box, y + top), style);
}

/** Puts the mark before the first line: words, a number, a bullet or a box. */
function putMark(
  page: Page,
  name: string,
  { part, measured, y }: PlacedPart,
  column: Box,
  size: number,
): void {
  const { mark, indent } = part;
  if (!mark) return;
  const { ink, paper, hairline, muted } = page.theme;
  const own = textSize(page, part, size);
  const x = column.x + Math.round(indent * size);
  const top = column.y + y;
  const pitch = measured.pitch || own * part.lineHeight;
  if (mark.kind === 'text') {
    const isLabel = measured.label > 0;
    const width = part.atEnd || isLabel ? column.width - (x - column.x) : Math.ceil(part.markWidth * size);
    page.text(
      `mark-${name}`,
      mark.text,
      { x, y: top, width, height: isLabel ? measured.label : Math.ceil(pitch) },
      {
        size: isLabel ? labelSize(page, own) : own,
        weight: isLabel ? labelWeight(mark.weight) : mark.weight,
        lineHeight: isLabel ? 1.3 : part.lineHeight,
        color: isLabel ? muted : undefined,
      },
    );
    return;
  }
  if (mark.kind === 'bullet') {
    const side = Math.max(3, Math.round(own * 0.24));
    const middle = top + Math.round((pitch - side) / 2 + own * 0.03);
    page.rect(`mark-${name}`, { x, y: middle, width: side, height: side }, { fill: ink });
    return;
  }
  const side = Math.round(own * 0.82);
  const stroke = Math.max(hairline + 1, Math.round(own / 12));
  const box = { x, y: top + Math.round((pitch - side) / 2 + own * 0.02), width: side, height: side };
  page.rect(`mark-${name}`, box, {
    fill: paper,
    stroke: ink,
    strokeWidth: stroke,
    radius: Math.round(side / 7),
  });
  if (!mark.done) return;
  const inset = stroke + Math.max(1, Math.round(side * 0.13));
  const inner = { x: box.x + inset, y: box.y + inset, width: side - 2 * inset, height: side - 2 * inset };
  page.rect(`tick-${name}`, inner, { fill: ink });
}
