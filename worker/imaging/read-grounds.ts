import {
  type ColourArea,
  type ColourAreas,
  channelDifference,
  groundColours,
  MAX_AREA_DIFFERENCE,
  type Planes,
} from './colour-areas.ts';
import { luma } from './tone.ts';

/** Least difference between type and the colour of its area, in a channel. */
export const MIN_TYPE_DIFFERENCE = 32;
/** Least difference between two areas, in a channel, that makes an edge. Neighbouring areas that differ less are a gradient. */
export const MIN_EDGE_DIFFERENCE = 32;
/** The same for a letter in the colour of a ground of the drawing, which else is a part of that ground. */
const MIN_GROUND_LETTER_DIFFERENCE = 64;
/** Least pixels of type on an area. */
export const MIN_TYPE_PIXELS = 12;
/** Greatest percentage of an area's outline that lies in a gradient. */
const MAX_SHADED_PERCENT = 25;
/** Greatest width of the strokes of a large letter: twice its area over its outline, in pixels. */
const MAX_LETTER_WIDTH = 11;
/** Least percentage of a letter's outline that borders on the area below it. */
const MIN_SURROUNDED_PERCENT = 90;

/** The type on an area, and the area that it lies on. Areas are identified by their index in `ColourAreas.areas`. */
export interface Ground {
  /** Number of pixels of lighter and of darker type; the same for large letters, and the number of those. */
  lighter: number;
  darker: number;
  lighterLetters: number;
  darkerLetters: number;
  letters: number;
  /** Part of a gradient: a little lighter or darker than the areas around it. */
  isShaded: boolean;
  /** Part of a photograph or of a gradient: most of its pixels differ from their neighbours. */
  isUneven: boolean;
  /** Index of the area that this one lies on as a large letter; -1 if it is not a letter. A letter has no tone of its own. */
  under: number;
  /** Index of the area that this one is a part of, like the inside of an O; -1 if there is none. */
  partOf: number;
}

/** For each area the number of pixel edges that it shares with other areas, by their indexes. */
type SharedEdges = Map<number, number>[];

/**
 * Counts the lighter and darker type on each area, and finds large letters. Returns one ground for each area.
 * @param isType whether a pixel is ink of type on its area
 */
export function readGrounds(
  found: ColourAreas,
  planes: Planes,
  width: number,
  isType: (i: number) => boolean,
): Ground[] {
  const { areas, owner } = found;
  const brightness = areas.map(({ seed }) => brightnessOf(planes, seed));
  const isUneven = unevenAreas(found, planes);
  const grounds: Ground[] = areas.map((_, at) => ({
    lighter: 0,
    darker: 0,
    lighterLetters: 0,
    darkerLetters: 0,
    letters: 0,
    isShaded: false,
    isUneven: isUneven[at]!,
    under: -1,
    partOf: -1,
  }));
  for (let i = 0; i < owner.length; i++) {
    const at = owner[i]!;
    if (at === -1 || isUneven[at] || !isType(i)) continue;
    if (brightnessOf(planes, i) > brightness[at]!) grounds[at]!.lighter++;
    else grounds[at]!.darker++;
  }
  const sharedEdges = sharedEdgesOf(found, width);
  const colours = groundColours(areas, planes);
  for (const at of areas.keys())
    classifyByOutline(at, { areas, planes, sharedEdges, grounds, brightness, colours });
  for (const [at, ground] of grounds.entries()) {
    const [letter] = sharedEdges[at]!.keys();
    const under = letter === undefined ? -1 : grounds[letter]!.under;
    if (
      ground.under === -1 &&
      ground.partOf === -1 &&
      under !== -1 &&
      under !== at &&
      isAlike(planes, areas[at]!, areas[under]!)
    )
      ground.partOf = under;
  }
  return grounds;
}

/** A measure of lightness that includes saturation, because saturated colours look lighter than their luminance. */
export function brightnessOf([red, green, blue]: Planes, i: number): number {
  return 3 * luma(red[i]!, green[i]!, blue[i]!) + Math.max(red[i]!, green[i]!, blue[i]!);
}

/** For each area, whether fewer than half of its pixels equal their left neighbour. */
function unevenAreas({ areas, owner, depth }: ColourAreas, [red, green, blue]: Planes): boolean[] {
  const balance = new Int32Array(areas.length);
  for (let i = 1; i < owner.length; i++) {
    if (depth[i] !== 0 || depth[i - 1] !== 0 || owner[i] !== owner[i - 1]) continue;
    const isEven = red[i] === red[i - 1] && green[i] === green[i - 1] && blue[i] === blue[i - 1];
    balance[owner[i]!]! += isEven ? 1 : -1;
  }
  return areas.map((_, at) => balance[at]! < 0);
}

const isAlike = (planes: Planes, one: ColourArea, other: ColourArea) =>
  channelDifference(planes, one.seed, other.seed) <= MAX_AREA_DIFFERENCE;

function sharedEdgesOf({ areas, owner }: ColourAreas, width: number): SharedEdges {
  const sharedEdges: SharedEdges = areas.map(() => new Map());
  const addEdge = (at: number, next: number) => {
    if (next === -1) return;
    sharedEdges[at]!.set(next, (sharedEdges[at]!.get(next) ?? 0) + 1);
    sharedEdges[next]!.set(at, (sharedEdges[next]!.get(at) ?? 0) + 1);
  };
  for (let i = 0; i < owner.length; i++) {
    const at = owner[i]!;
    if (at === -1) continue;
    if (owner[i + 1] !== at && (i + 1) % width !== 0) addEdge(at, owner[i + 1]!);
    if (i + width < owner.length && owner[i + width] !== at) addEdge(at, owner[i + width]!);
  }
  return sharedEdges;
}

/** Finds out from the neighbours along its outline whether an area is part of a gradient, part of another area, or a large letter on it. */
function classifyByOutline(
  at: number,
  {
    areas,
    planes,
    sharedEdges,
    grounds,
    brightness,
    colours,
  }: {
    areas: ColourArea[];
    planes: Planes;
    sharedEdges: SharedEdges;
    grounds: Ground[];
    brightness: number[];
    colours: ColourArea[];
  },
): void {
  const { size } = areas[at]!;
  let under = -1;
  for (const next of sharedEdges[at]!.keys())
    if (under === -1 || areas[next]!.size > areas[under]!.size) under = next;
  if (under === -1) return;
  let [outline, around, shaded] = [0, 0, 0];
  for (const [next, count] of sharedEdges[at]!) {
    outline += count;
    if (next === under || isAlike(planes, areas[next]!, areas[under]!)) around += count;
    const step = channelDifference(planes, areas[next]!.seed, areas[at]!.seed);
    if (step > MAX_AREA_DIFFERENCE && step < MIN_EDGE_DIFFERENCE) shaded += count;
  }
  grounds[at]!.isShaded = 100 * shaded > MAX_SHADED_PERCENT * outline;
  if (4 * size > areas[under]!.size) return;
  if (isAlike(planes, areas[at]!, areas[under]!)) {
    grounds[at]!.partOf = under;
    return;
  }
  // With less contrast to its ground an area is a pattern and not a letter; with type on it, a bar or a button.
  const isGround = colours.some((colour) => isAlike(planes, areas[at]!, colour));
  const least = isGround ? MIN_GROUND_LETTER_DIFFERENCE : MIN_EDGE_DIFFERENCE;
  if (channelDifference(planes, areas[at]!.seed, areas[under]!.seed) < least) return;
  if (grounds[at]!.lighter + grounds[at]!.darker >= MIN_TYPE_PIXELS) return;
  if (100 * around < MIN_SURROUNDED_PERCENT * outline || size > (MAX_LETTER_WIDTH * outline) / 2) return;
  grounds[at]!.under = under;
  grounds[under]!.letters++;
  grounds[under]![brightness[at]! > brightness[under]! ? 'lighterLetters' : 'darkerLetters'] += size;
}
