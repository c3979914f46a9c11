import * as z from 'zod';
import { type Box, Page } from './page.ts';
import { cutShare, losesHeads, putInFrame } from './put-picture.ts';
import { line, type PictureParameter, picture, short, template } from './template.ts';

const parameters = z.object({
  images: z.array(picture).min(2).max(9),
  title: short.optional(),
  caption: line.optional(),
  more: z
    .int()
    .min(1)
    .max(9999)
    .optional()
    .meta({ description: 'How many further pictures there are that the page has no room for.' }),
});
type Gallery = z.output<typeof parameters>;

/** Share of the page that words may take. */
const MAX_BAND = 0.45;

/** Several pictures side by side. */
export const gallery = template({
  use: 'Two to nine photographs on one page, with an optional title and caption.',
  parameters,
  layOut(given, viewport, colorMode) {
    const { images, title, caption, more } = given;
    const page = new Page(viewport, colorMode, title || caption);
    const room = { x: 0, y: 0, width: viewport.width, height: viewport.height - putWords(page, given) };
    const boxes = arrange(images, room, Math.max(2, 3 * page.theme.hairline));
    for (const [index, box] of boxes.entries()) {
      const image = images[index]!;
      putInFrame(page, `image-${index}`, image, box);
    }
    if (more) putCount(page, more, boxes.at(-1)!);
    return page.scene();
  },
});

/** Title and caption at the bottom of the page; returns how much of it they take. */
function putWords(page: Page, { title, caption }: Gallery): number {
  const { type, gap, floor } = page.theme;
  const { height } = page.viewport;
  const shared = { smallest: floor, excerpt: true };
  const styles = [
    { id: 'title', text: title, style: { ...shared, size: type.lead, weight: 700, lineHeight: 1.25 } },
    {
      id: 'caption',
      text: caption,
      style: { ...shared, size: title ? type.small : type.body, lineHeight: 1.35 },
    },
  ].flatMap(({ text, ...rest }) => (text ? [{ text, ...rest }] : []));
  if (styles.length === 0) return 0;
  const column = { ...page.content, y: 0, height: 100 * height };
  const needed = styles.reduce((sum, { text, style }) => sum + page.measure(text, column, style).bottom, 0);
  const band = Math.min(needed + 2 * gap, Math.floor(height * MAX_BAND));
  let y = height - band + gap;
  for (const { id, text, style } of styles) {
    y = page.text(id, text, { ...column, y, height: height - gap - y }, style).bottom;
  }
  return band;
}

/** `+ 3` on a plate in the corner of the last picture. */
function putCount(page: Page, more: number, box: Box): void {
  const { type, gap, paper } = page.theme;
  const text = `+ ${more}`;
  const style = { size: type.body, weight: 700, maxLines: 1 };
  const { width, bottom } = page.measure(text, { x: 0, y: 0, width: box.width, height: box.height }, style);
  const plate = { width: Math.min(box.width, width + 2 * gap), height: Math.min(box.height, bottom + gap) };
  const x = box.x + box.width - plate.width;
  const y = box.y + box.height - plate.height;
  page.rect('more-plate', { x, y, ...plate }, { fill: paper });
  page.text(
    'more',
    text,
    { x: x + gap, y: y + (gap >> 1), width: plate.width - gap, height: plate.height },
    style,
  );
}

/** What a picture loses in a box: a head weighs more than any cut. */
function loss(image: PictureParameter, box: Box): number {
  return cutShare(image, box) ** 2 + (losesHeads(image, box) ? 2 : 0);
}

/** Of all ways to set the pictures in rows, in columns, or one large beside the others, the one that cuts least off. */
function arrange(images: PictureParameter[], room: Box, gutter: number): Box[] {
  let best: Box[] = [];
  let least = Number.POSITIVE_INFINITY;
  const count = images.length;
  for (let bands = 1; bands <= Math.min(count, 4); bands++) {
    for (const turned of [false, true]) {
      consider(bandsOf(count, bands), turned);
    }
  }
  // One large: a band of one before the rest in a band of their own direction.
  if (count >= 3 && count <= 5) {
    for (const turned of [false, true]) considerBoxes(leading(count, room, gutter, turned));
  }
  return best;

  function consider(bands: number[], turned: boolean): void {
    considerBoxes(grid(bands, room, gutter, turned));
  }
  function considerBoxes(boxes: Box[]): void {
    if (boxes.some((box) => box.width < 8 || box.height < 8) && best.length > 0) return;
    const cost = boxes.reduce((sum, box, index) => sum + loss(images[index]!, box), 0) + unevenness(boxes);
    if (cost < least) {
      least = cost;
      best = boxes;
    }
  }
}

/** Very unequal areas look like a mistake, unless there is one that leads. */
function unevenness(boxes: Box[]): number {
  const areas = boxes.map((box) => box.width * box.height);
  return 0.15 * Math.log(Math.max(...areas) / Math.max(1, Math.min(...areas)));
}

function bandsOf(count: number, bands: number): number[] {
  return Array.from({ length: bands }, (_, band) => Math.floor((count + band) / bands)).reverse();
}

function grid(bands: number[], room: Box, gutter: number, turned: boolean): Box[] {
  const rows = split(turned ? room.width : room.height, bands.length, gutter);
  return bands.flatMap((count, band) => {
    const row = rows[band]!;
    return split(turned ? room.height : room.width, count, gutter).map((cell) =>
      toBox(room, cell, row, turned),
    );
  });
}

function leading(count: number, room: Box, gutter: number, turned: boolean): Box[] {
  const along = turned ? room.height : room.width;
  const lead = Math.round((along - gutter) * 0.64);
  const rest = { start: lead + gutter, length: along - lead - gutter };
  const across = turned ? room.width : room.height;
  const others = split(across, count - 1, gutter).map((cell) => toBox(room, rest, cell, turned));
  return [toBox(room, { start: 0, length: lead }, { start: 0, length: across }, turned), ...others];
}

interface Span {
  start: number;
  length: number;
}

function toBox(room: Box, x: Span, y: Span, turned: boolean): Box {
  const [across, down] = turned ? [y, x] : [x, y];
  return { x: room.x + across.start, y: room.y + down.start, width: across.length, height: down.length };
}

/** Equal parts with gutters between them; the edges fall on whole pixels. */
function split(length: number, parts: number, gutter: number): Span[] {
  const own = (length - (parts - 1) * gutter) / parts;
  return Array.from({ length: parts }, (_, index) => {
    const start = Math.round(index * (own + gutter));
    return { start, length: Math.max(1, Math.round(index * (own + gutter) + own) - start) };
  });
}
