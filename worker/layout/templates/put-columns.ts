import { boxBelow, oneLineAt } from './furniture.ts';
import type { Box, Page } from './page.ts';
import { gutterOf, MAX_COLUMNS, type PictureColumns, putPictureColumns } from './put-picture-columns.ts';
import type { PictureParameter } from './template.ts';

/** Least gain in size for which a tall drawing or scan is cut into columns. */
const MIN_GAIN = 1.15;
/** Largest distance of a cut from its ideal place, in thousandths of the divided height, over the number of columns. */
const MAX_CUT_DISTANCE = 400;
/** Share of the largest scale that a cut in a wide gap keeps, and the share of the widest gap that such a gap has. */
const MIN_SCALE_SHARE = 0.88;
const MIN_GAP_SHARE = 0.8;
/** If lines of type would be lower than this many pixels, only the end of the picture is shown. */
const MIN_LINE_PIXELS = 11;

/**
 * Shows a tall drawing or scan in columns, cut between its lines, if that makes it larger; false otherwise. If it is still
 * too long, only its end is shown, which is the newest part of a chat, with the number of missing words.
 */
export function putColumns(page: Page, id: string, image: PictureParameter, frame: Box): boolean {
  const { cuts = [], turn, width, height, line } = image;
  if (cuts.length === 0 || turn) return false;
  const best = bestColumns(image, frame, 0);
  if (!best || best.scale < MIN_GAIN * Math.min(frame.width / width, frame.height / height)) return false;
  if (!line || (best.scale * line * height) / 1000 >= MIN_LINE_PIXELS) {
    putPictureColumns(page, id, image, frame, best);
    return true;
  }
  const label = oneLineAt(frame, frame.y, page.theme.type.small);
  const room = boxBelow(frame, label.y + label.height);
  const start = cuts.find(({ at }) => {
    const columns = bestColumns(image, room, at);
    return columns && (columns.scale * line * height) / 1000 >= MIN_LINE_PIXELS;
  });
  const end = start && bestColumns(image, room, start.at);
  const missing = cuts.filter(({ at }) => start && at <= start.at).reduce((sum, { words }) => sum + words, 0);
  if (!end || missing === 0) {
    putPictureColumns(page, id, image, frame, best);
    return true;
  }
  page.leaveOut({ words: missing, signs: 0 });
  page.settle();
  page.text('left-out', page.furniture.moreWords(missing), label, {
    size: page.theme.type.small,
    weight: 600,
    maxLines: 1,
  });
  putPictureColumns(page, id, image, room, end);
  return true;
}

/** The columns that show the part below a place at the largest scale; null when it cannot be divided. */
function bestColumns(image: PictureParameter, frame: Box, from: number): PictureColumns | null {
  const { cuts = [], width, height } = image;
  let best: PictureColumns | null = null;
  for (let count = 2; count <= MAX_COLUMNS; count++) {
    const across = (frame.width - (count - 1) * gutterOf(frame)) / (count * width);
    const scaleFor = (column: number) => Math.min(across, (1000 * frame.height) / (column * height));
    const edges = edgesOf(cuts, from, count, scaleFor);
    if (!edges) continue;
    const scale = scaleFor(Math.max(...edges.slice(1).map((edge, index) => edge - edges[index]!)));
    if (!best || scale > best.scale) best = { edges, scale };
  }
  return best;
}

type Cuts = NonNullable<PictureParameter['cuts']>;

/** The cuts near equal parts: of those that keep the scale, one in a wide gap, so that what belongs together stays together. */
function edgesOf(
  cuts: Cuts,
  from: number,
  count: number,
  scaleFor: (column: number) => number,
): number[] | null {
  const edges = [from];
  for (let column = 1; column < count; column++) {
    const start = edges.at(-1)!;
    const wanted = from + ((1000 - from) * column) / count;
    const places = cuts.flatMap((cut) => {
      const { at, from: above = at, to: below = at } = cut;
      const distance = Math.abs(at - wanted);
      if (at <= start || distance * 1000 * count > MAX_CUT_DISTANCE * (1000 - from)) return [];
      const scale = scaleFor(Math.max(at - start, (1000 - at) / (count - column)));
      return [{ cut, gap: below - above, distance, scale }];
    });
    const largest = Math.max(...places.map(({ scale }) => scale));
    const keeping = places.filter(({ scale }) => scale >= MIN_SCALE_SHARE * largest);
    const widest = Math.max(...keeping.map(({ gap }) => gap));
    const wide = keeping.filter(({ gap }) => gap >= MIN_GAP_SHARE * widest);
    const nearest = wide.toSorted((a, b) => a.distance - b.distance)[0];
    if (nearest === undefined) return null;
    edges.push(nearest.cut.at);
  }
  return [...edges, 1000];
}
