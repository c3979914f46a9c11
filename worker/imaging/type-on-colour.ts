import { type ColourAreas, colourAreas, differenceOf, type Planes } from './colour-areas.ts';
import { type Drawing, groundTones, MIN_LETTERS, type Tone } from './ground-tones.ts';
import { grown } from './nearby.ts';
import { brightnessOf, type Ground, MIN_DIFFERENCE, MIN_EDGE, readGrounds } from './read-grounds.ts';
import { inkOfType, THIN_MARK, typeMarks } from './type-marks.ts';

/** Pixels of the soft edge between two areas. */
const NEARBY = 2;
/** Pixels beside type, and above and below it, that are cleared in an area that keeps its tone. */
const BESIDE = 6;
const ABOVE = 3;

/**
 * Sets type on coloured grounds in black on white or in white on black, whatever their tones are, so that colours of equal
 * luminance stay apart. Changes the codes `to`. Areas without type and white paper stay as they are.
 */
export function setTypeOnColour(to: Uint8Array, drawing: Drawing): void {
  const { planes, codes, isInverted, width, height } = drawing;
  const found = colourAreas(planes, width, height);
  const { areas, owner, depth } = found;
  const distance = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    if (depth[i]! > 0 && owner[i] !== -1) distance[i] = differenceOf(planes, areas[owner[i]!]!.seed, i);
  }
  const border = atBorder(owner, width, height);
  addEdges(border, owner, distance, width);
  const ink = inkOfType(distance, width, height);
  const marks = typeMarks(found, distance, width);
  const isStrong = (i: number) =>
    marks[i]! > 0 && ink[i] === 1 && distance[i]! >= MIN_DIFFERENCE && !border[i];
  const grounds = readGrounds(found, planes, width, isStrong);
  const tones = groundTones(areas, grounds, drawing);
  const looks = looksOf(tones, grounds);
  // Paper between a light area with dark type and its neighbours is no type.
  const isPocket = (i: number, own: number, hasLighter: boolean) => {
    const isLighter = brightnessOf(planes, i) > brightnessOf(planes, areas[own]!.seed);
    return isLighter !== isInverted && hasLighter === isInverted;
  };
  const cleared = plates(
    owner,
    looks,
    (i) => !border[i] && ink[i] === 1 && distance[i]! >= MIN_DIFFERENCE,
    drawing,
  );
  for (let i = 0; i < to.length; i++) {
    const own = owner[i]!;
    if (own === -1) continue;
    const look = looks[own]!;
    if (look === null) {
      if (marks[i] === THIN_MARK && codes[areas[own]!.seed] === 255) to[i] = ink[i] ? 0 : 255;
      continue;
    }
    const { tone, under, isLighter, isSolid } = look;
    if (under !== -1) {
      to[i] = distance[i]! <= differenceOf(planes, areas[under]!.seed, i) ? 255 - tone : tone;
      continue;
    }
    const isOther = depth[i]! > 0 && ink[i] === 1;
    if (isOther && !(tone === 255 && isPocket(i, own, isLighter))) to[i] = 255 - tone;
    else if (isSolid || cleared[i] || depth[i]! > 0) to[i] = tone;
    if (isSolid && tone === 255 && border[i] && isEdge(found, i, width, planes, looks)) to[i] = 0;
  }
}

/** How an area is set: a large letter has the tone of the area `under` it, turned round; -1 where it is no letter. */
interface Look {
  tone: 0 | 255;
  under: number;
  /** Whether the type on the area is lighter than it. */
  isLighter: boolean;
  isSolid: boolean;
}

/** For each area; null where it stays as it is. */
function looksOf(tones: Tone[], grounds: Ground[]): (Look | null)[] {
  return tones.map((own, at) => {
    const { under } = grounds[at]!;
    const below = under === -1 || grounds[under]!.letters < MIN_LETTERS ? null : tones[under]!;
    const look = below ?? own;
    return look && { ...look, under: below ? under : -1 };
  });
}

/** 1 where another area is within some pixels: these pixels are the soft edge between the two. */
function atBorder(owner: Int32Array, width: number, height: number): Uint8Array {
  const edges = new Uint8Array(owner.length);
  for (let i = 0; i + width < owner.length; i++) {
    if (owner[i] !== owner[i + width] || (owner[i] !== owner[i + 1] && i % width < width - 1)) edges[i] = 1;
  }
  return grown(edges, width, height, NEARBY, NEARBY);
}

/**
 * Adds what hangs together with the edge of another area: the rest of a slanted edge, a notch, a line that goes on there.
 * Type stands by itself.
 */
function addEdges(border: Uint8Array, owner: Int32Array, distance: Uint8Array, width: number): void {
  const found: number[] = [];
  const isEdge = new Uint8Array(owner.length);
  const visit = (i: number) => {
    if (isEdge[i] || distance[i]! < MIN_DIFFERENCE) return;
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

/** Whether another area, of another colour, begins beside a pixel. A letter needs no outline. */
function isEdge(
  { owner, areas }: ColourAreas,
  i: number,
  width: number,
  planes: Planes,
  looks: (Look | null)[],
): boolean {
  const own = owner[i]!;
  const begins = (other = -1) =>
    other !== own &&
    other !== -1 &&
    looks[other]?.under !== own &&
    differenceOf(planes, areas[other]!.seed, areas[own]!.seed) >= MIN_EDGE;
  return begins(owner[i - 1]) || begins(owner[i + 1]) || begins(owner[i - width]) || begins(owner[i + width]);
}

/** 1 near type on areas that keep their tone. */
function plates(
  owner: Int32Array,
  looks: (Look | null)[],
  isType: (i: number) => boolean,
  { width, height }: Drawing,
): Uint8Array {
  const type = new Uint8Array(owner.length);
  if (looks.some((look) => look !== null && !look.isSolid)) {
    for (let i = 0; i < owner.length; i++) {
      const own = owner[i]!;
      const look = own === -1 ? null : looks[own]!;
      if (look !== null && !look.isSolid && (look.under !== -1 || isType(i))) type[i] = 1;
    }
  }
  return grown(type, width, height, BESIDE, ABOVE);
}
