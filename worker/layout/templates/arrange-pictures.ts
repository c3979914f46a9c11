import { keepsInView } from '../../imaging/crop-window.ts';
import type { Box } from './page.ts';
import { cutShare } from './put-picture.ts';
import type { PictureParameter } from './template.ts';

/** The loss of a picture that is cropped to a box: a cut head weighs more than any crop, a cut focus as much as a large one. */
function loss(image: PictureParameter, box: Box): number {
  const { focus } = image;
  const isCut = focus != null && !keepsInView(image, box, focus);
  return cutShare(image, box) ** 2 + (isCut ? (focus.faces ? 2 : 0.25) : 0);
}

/** The arrangement that crops least: in rows, in columns, or one large picture beside the others. */
export function arrangePictures(images: PictureParameter[], room: Box, gutter: number): Box[] {
  let best: Box[] = [];
  let least = Number.POSITIVE_INFINITY;
  const count = images.length;
  for (let bands = 1; bands <= Math.min(count, 4); bands++) {
    for (const turned of [false, true]) {
      consider(bandsOf(count, bands), turned);
    }
  }
  // One large picture in the first band, the others side by side or below each other in the second.
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

/** Penalty of very unequal areas, which look like a mistake unless one picture is clearly the largest. */
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
