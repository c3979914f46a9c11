import { keepsInView } from '../../imaging/crop-window.ts';
import type { Box } from './page.ts';
import { cutShare, isGraphic } from './put-picture.ts';
import type { PictureParameter } from './template.ts';

/** Most rows, and columns, of an arrangement. */
const MAX_BANDS = 4;
/** Proportions beyond these are as good as these, or a panorama would leave its neighbours nothing. */
const PROPORTIONS = { least: 0.5, most: 2.2 };
/** Weight of the room that a drawing lacks for its share of the page: its labels must stay readable. */
const SMALL_GRAPHIC = 0.4;
/** Weight of areas that differ, by the square of the logarithm of their ratio. */
const UNEVENNESS = 0.1;
/** How much wider than its proportions a drawing may be set beside a photograph, which can be cropped. */
const GRAPHIC_WIDTHS = [1, 1.5, 2];

/** The loss of a picture that is cropped to a box: a cut head weighs more than any crop, a cut focus as much as a large one. */
function cropLoss(image: PictureParameter, box: Box): number {
  const { focus } = image;
  const isCut = focus != null && !keepsInView(image, box, focus);
  return cutShare(image, box) ** 2 + (isCut ? (focus.faces ? 2 : 0.25) : 0);
}

/** The arrangement that crops least: in rows or columns, of equal boxes or of such in proportion, or one large picture beside the others. */
export function arrangePictures(images: PictureParameter[], room: Box, gutter: number): Box[] {
  let best: Box[] = [];
  let least = Number.POSITIVE_INFINITY;
  const count = images.length;
  for (const turned of [false, true]) {
    for (let bands = 1; bands <= Math.min(count, MAX_BANDS); bands++) {
      consider(inBands(equalBands(count, bands), () => 1, turned));
    }
    // One large picture in the first band, the others side by side or below each other in the second.
    if (count >= 3 && count <= 5) consider(leading(count, room, gutter, turned));
    for (const wide of images.some(isGraphic) ? GRAPHIC_WIDTHS : [1]) {
      const proportion = (index: number) => proportionOf(images[index]!, wide);
      for (const bands of divisions(count)) consider(inBands(bands, proportion, turned));
    }
  }
  return best;

  function inBands(bands: number[], proportion: (index: number) => number, turned: boolean): Box[] {
    return banded(bands, turned ? (index) => 1 / proportion(index) : proportion, room, gutter, turned);
  }
  function consider(boxes: Box[]): void {
    if (boxes.some((box) => box.width < 8 || box.height < 8) && best.length > 0) return;
    const share = boxes.reduce((sum, box) => sum + box.width * box.height, 0) / count;
    const cost =
      boxes.reduce(
        (sum, box, index) => sum + cropLoss(images[index]!, box) + sizeLoss(images[index]!, box, share),
        0,
      ) + unevenness(boxes, share);
    if (cost < least) {
      least = cost;
      best = boxes;
    }
  }
}

/** What a drawing that is shown whole lacks for its share of the page. */
function sizeLoss(image: PictureParameter, box: Box, share: number): number {
  if (!isGraphic(image)) return 0;
  const shown = box.width * box.height * (1 - cutShare(image, box));
  return SMALL_GRAPHIC * Math.max(0, 1 - shown / share);
}

/** Penalty of areas far from the mean, most of all of those that are much smaller. */
function unevenness(boxes: Box[], share: number): number {
  const far = boxes.map((box) => Math.log((box.width * box.height) / share) ** 2);
  return UNEVENNESS * sum(far);
}

function proportionOf(image: PictureParameter, wide: number): number {
  const { least, most } = PROPORTIONS;
  const own = Math.min(most, Math.max(least, image.width / image.height));
  return isGraphic(image) ? own * wide : own;
}

function equalBands(count: number, bands: number): number[] {
  return Array.from({ length: bands }, (_, band) => Math.floor((count + band) / bands)).reverse();
}

/** Every way to part a number of pictures into bands, in their order. */
function divisions(count: number, bands = MAX_BANDS): number[][] {
  if (count === 0) return [[]];
  if (bands === 0) return [];
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((first) =>
    divisions(count - first, bands - 1).map((rest) => [first, ...rest]),
  );
}

/** Bands one below the other. Pictures in one are as wide as their proportions; the bands are as high as that makes them. */
function banded(
  bands: number[],
  proportion: (index: number) => number,
  room: Box,
  gutter: number,
  turned: boolean,
): Box[] {
  const along = turned ? room.height : room.width;
  let next = 0;
  const shares = bands.map((count) => Array.from({ length: count }, () => proportion(next++)));
  const heights = shares.map((each) => (along - (each.length - 1) * gutter) / sum(each));
  const rows = split(turned ? room.width : room.height, heights, gutter);
  return shares.flatMap((each, band) =>
    split(along, each, gutter).map((cell) => toBox(room, cell, rows[band]!, turned)),
  );
}

function leading(count: number, room: Box, gutter: number, turned: boolean): Box[] {
  const along = turned ? room.height : room.width;
  const lead = Math.round((along - gutter) * 0.64);
  const rest = { start: lead + gutter, length: along - lead - gutter };
  const across = turned ? room.width : room.height;
  const others = split(across, new Array<number>(count - 1).fill(1), gutter).map((cell) =>
    toBox(room, rest, cell, turned),
  );
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

/** Parts in the given ratio with gutters between them; the edges fall on whole pixels. */
function split(length: number, shares: number[], gutter: number): Span[] {
  const unit = (length - (shares.length - 1) * gutter) / sum(shares);
  let before = 0;
  return shares.map((share, index) => {
    const start = Math.round(before * unit + index * gutter);
    before += share;
    return { start, length: Math.max(1, Math.round(before * unit + index * gutter) - start) };
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
