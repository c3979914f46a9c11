import {
  type ColourAreas,
  channelDifference,
  colourAreas,
  groundColours,
  MAX_AREA_DIFFERENCE,
  type Planes,
} from './colour-areas.ts';
import { type Drawing, groundTones, MIN_LETTERS, type Tone } from './ground-tones.ts';
import { dilate } from './plane-filters.ts';
import {
  brightnessOf,
  type Ground,
  MIN_EDGE_DIFFERENCE,
  MIN_TYPE_DIFFERENCE,
  readGrounds,
} from './read-grounds.ts';
import { findTypeInk, findTypeMarks, THIN_MARK } from './type-marks.ts';

/** Width in pixels of the soft edge between two areas, to either side. */
const BORDER_PIXELS = 2;
/** Tone in which the edge of two pale areas is drawn: a row of dots. Less different areas are one. */
const PALE_EDGE_TONE = 128;
const MIN_PALE_DIFFERENCE = 18;
/** Pixels beside type, and above and below it, that are cleared in an area that keeps its tone. */
const CLEARED_COLUMNS = 6;
const CLEARED_ROWS = 3;

/**
 * Draws type on coloured grounds as black on white or white on black, so that colours of equal luminance stay distinct.
 * Changes the codes `to`. Areas without type, and white paper, are not changed.
 */
export function setTypeOnColour(to: Uint8Array, drawing: Drawing): void {
  const { planes, codes, isInverted, width, height } = drawing;
  const found = colourAreas(planes, width, height);
  const { areas, owner, depth } = found;
  const distance = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    if (depth[i]! > 0 && owner[i] !== -1) distance[i] = channelDifference(planes, areas[owner[i]!]!.seed, i);
  }
  const border = findBorders(owner, width, height);
  addConnectedEdges(border, owner, distance, width);
  const ink = findTypeInk(distance, width, height);
  const marks = findTypeMarks(found, distance, width);
  const pale = groundColours(areas, planes).filter(({ seed }) => codes[seed] === 255);
  // What is left of a pale ground between pale areas, such as the streets of a map, is not type.
  const isGround = (i: number, own: number) =>
    codes[areas[own]!.seed] === 255 &&
    pale.some(
      ({ seed }) =>
        channelDifference(planes, seed, areas[own]!.seed) > MAX_AREA_DIFFERENCE &&
        isBetween(planes, i, seed, areas[own]!.seed),
    );
  const isStrong = (i: number) =>
    marks[i]! > 0 &&
    ink[i] === 1 &&
    !isGround(i, owner[i]!) &&
    distance[i]! >= MIN_TYPE_DIFFERENCE &&
    !border[i];
  const grounds = readGrounds(found, planes, width, isStrong);
  const tones = groundTones(areas, grounds, drawing);
  const styles = areaStyles(tones, grounds);
  // Paper that a light area with dark type encloses is not type.
  const isPocket = (i: number, own: number, hasLighter: boolean) => {
    const isLighter = brightnessOf(planes, i) > brightnessOf(planes, areas[own]!.seed);
    return isLighter !== isInverted && hasLighter === isInverted;
  };
  const cleared = surroundingsOfType(
    owner,
    styles,
    (i) => !border[i] && ink[i] === 1 && distance[i]! >= MIN_TYPE_DIFFERENCE,
    drawing,
  );
  for (let i = 0; i < to.length; i++) {
    const own = owner[i]!;
    if (own === -1) continue;
    const style = styles[own]!;
    if (style === null) {
      if (codes[areas[own]!.seed] !== 255) continue;
      if (marks[i] === THIN_MARK && !isGround(i, own)) to[i] = ink[i] ? 0 : 255;
      else if (border[i] && codes[i] === 255 && isPaleEdge(found, i, width, drawing)) to[i] = PALE_EDGE_TONE;
      continue;
    }
    const { tone, under, isLighter, isSolid } = style;
    if (under !== -1) {
      to[i] = distance[i]! <= channelDifference(planes, areas[under]!.seed, i) ? 255 - tone : tone;
      continue;
    }
    const isOther = depth[i]! > 0 && ink[i] === 1;
    if (isOther && !(tone === 255 && isPocket(i, own, isLighter))) to[i] = 255 - tone;
    else if (isSolid || cleared[i] || depth[i]! > 0) to[i] = tone;
    if (isSolid && tone === 255 && border[i] && isEdge(found, i, width, planes, styles)) to[i] = 0;
  }
}

/** How an area is drawn. A large letter has the opposite tone of the area `under` it; -1 if the area is not a letter. */
interface AreaStyle {
  tone: 0 | 255;
  under: number;
  /** Whether the type on the area is lighter than it. */
  isLighter: boolean;
  isSolid: boolean;
}

/** The style of each area; null if it is not changed. */
function areaStyles(tones: Tone[], grounds: Ground[]): (AreaStyle | null)[] {
  return tones.map((own, at) => {
    const { under } = grounds[at]!;
    const below = under === -1 || grounds[under]!.letters < MIN_LETTERS ? null : tones[under]!;
    const style = below ?? own;
    return style && { ...style, under: below ? under : -1 };
  });
}

/** Returns 1 for each pixel within `BORDER_PIXELS` of another area: the soft edge between the two. */
function findBorders(owner: Int32Array, width: number, height: number): Uint8Array {
  const edges = new Uint8Array(owner.length);
  for (let i = 0; i + width < owner.length; i++) {
    if (owner[i] !== owner[i + width] || (owner[i] !== owner[i + 1] && i % width < width - 1)) edges[i] = 1;
  }
  return dilate(edges, width, height, BORDER_PIXELS, BORDER_PIXELS);
}

/**
 * Adds the pixels that are connected with the edge of another area: the rest of a slanted edge, a notch, a line that continues
 * there. Type is not connected with an edge.
 */
function addConnectedEdges(border: Uint8Array, owner: Int32Array, distance: Uint8Array, width: number): void {
  const found: number[] = [];
  const isEdge = new Uint8Array(owner.length);
  const visit = (i: number) => {
    if (isEdge[i] || distance[i]! < MIN_TYPE_DIFFERENCE) return;
    isEdge[i] = 1;
    border[i] = 1;
    found.push(i);
  };
  for (let i = 0; i + width < owner.length; i++) {
    const other = i % width < width - 1 && owner[i + 1] !== owner[i] ? i + 1 : i + width;
    if (owner[other] === owner[i]) continue;
    visit(i);
    visit(other);
  }
  for (let from = found.pop(); from !== undefined; from = found.pop()) {
    const x = from % width;
    if (x > 0 && owner[from - 1] === owner[from]) visit(from - 1);
    if (x < width - 1 && owner[from + 1] === owner[from]) visit(from + 1);
    if (owner[from - width] === owner[from]) visit(from - width);
    if (owner[from + width] === owner[from]) visit(from + width);
  }
}

/** Whether an area of another colour begins beside a pixel. Large letters do not count, because they need no outline. */
function isEdge(
  { owner, areas }: ColourAreas,
  i: number,
  width: number,
  planes: Planes,
  styles: (AreaStyle | null)[],
): boolean {
  const own = owner[i]!;
  const begins = (other = -1) =>
    other !== own &&
    other !== -1 &&
    styles[other]?.under !== own &&
    channelDifference(planes, areas[other]!.seed, areas[own]!.seed) >= MIN_EDGE_DIFFERENCE;
  return begins(owner[i - 1]) || begins(owner[i + 1]) || begins(owner[i - width]) || begins(owner[i + width]);
}

/** Whether a pale area of another colour that is lighter begins beside a pixel: a street on the ground of a map. */
function isPaleEdge(
  { owner, areas }: ColourAreas,
  i: number,
  width: number,
  { planes, codes }: Drawing,
): boolean {
  const own = areas[owner[i]!]!;
  const isLighter = (at = -1) =>
    at !== -1 &&
    at !== owner[i] &&
    codes[areas[at]!.seed] === 255 &&
    channelDifference(planes, areas[at]!.seed, own.seed) >= MIN_PALE_DIFFERENCE &&
    brightnessOf(planes, areas[at]!.seed) > brightnessOf(planes, own.seed);
  return (
    isLighter(owner[i - 1]) ||
    isLighter(owner[i + 1]) ||
    isLighter(owner[i - width]) ||
    isLighter(owner[i + width])
  );
}

/** Whether the colour of a pixel lies between two colours. */
const isBetween = (planes: Planes, i: number, one: number, other: number) =>
  planes.every((plane) => {
    const [low, high] = [Math.min(plane[one]!, plane[other]!), Math.max(plane[one]!, plane[other]!)];
    return plane[i]! >= low - MAX_AREA_DIFFERENCE && plane[i]! <= high + MAX_AREA_DIFFERENCE;
  });

/** Returns 1 for each pixel near type on areas that keep their tone. */
function surroundingsOfType(
  owner: Int32Array,
  styles: (AreaStyle | null)[],
  isType: (i: number) => boolean,
  { width, height }: Drawing,
): Uint8Array {
  const type = new Uint8Array(owner.length);
  if (styles.some((style) => style !== null && !style.isSolid)) {
    for (let i = 0; i < owner.length; i++) {
      const own = owner[i]!;
      const style = own === -1 ? null : styles[own]!;
      if (style !== null && !style.isSolid && (style.under !== -1 || isType(i))) type[i] = 1;
    }
  }
  return dilate(type, width, height, CLEARED_COLUMNS, CLEARED_ROWS);
}
