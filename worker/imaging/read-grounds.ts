import { ALIKE, type ColourArea, type ColourAreas, differenceOf, type Planes } from './colour-areas.ts';
import { luma } from './tone.ts';

/** Difference from an area's colour, in a channel, of what stands on it. */
export const MIN_DIFFERENCE = 32;
/** Difference of two areas, in a channel, that makes an edge; areas beside one another that differ less are a gradient. */
export const MIN_EDGE = 32;
/** Pixels of type, at least. */
export const MIN_TYPE = 12;
/** Percent of an area's outline that lies in a gradient, at most. */
const SHADED_PERCENT = 25;
/** Widest large letter: pixels of its area to each pixel of its outline. */
const LETTER_WIDTH = 11;
/** Of an area's outline, percent that lies against the area that it stands on. */
const SURROUNDED_PERCENT = 90;

/** What stands on an area, and what the area stands on. Areas are known by their number among `ColourAreas.areas`. */
export interface Ground {
  /** Pixels of type that are lighter than the area, and darker; the same of large letters, and how many those are. */
  lighter: number;
  darker: number;
  lighterLetters: number;
  darkerLetters: number;
  letters: number;
  /** A part of a gradient, or a little lighter or darker than what is around it. */
  isShaded: boolean;
  /** A part of a photograph or of a gradient: most of its pixels differ from their neighbours. */
  isUneven: boolean;
  /** Number of the area that this one stands on as a large letter; -1 for what is none. A letter has no tone of its own. */
  under: number;
  /** Number of the area whose tone a counter, as of an O, has too, also within thin strokes; -1 for what is none. */
  partOf: number;
}

/** How many edges of pixels each area shares with each other one, by their numbers. */
type Touches = Map<number, number>[];

/**
 * Counts what stands on each area, by whether it is lighter, and finds large letters. One ground for each area.
 * `isType` says whether a pixel is ink of type by itself on an area.
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
  const touches = touchesOf(found, width);
  for (const at of areas.keys()) readOutline(at, { areas, planes, touches, grounds, brightness });
  for (const [at, ground] of grounds.entries()) {
    const [letter] = touches[at]!.keys();
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

/** The eye takes a saturated colour for lighter than its luminance. */
export function brightnessOf([red, green, blue]: Planes, i: number): number {
  return 3 * luma(red[i]!, green[i]!, blue[i]!) + Math.max(red[i]!, green[i]!, blue[i]!);
}

/** For each area whether fewer of its pixels than not are as the one to their left. */
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
  differenceOf(planes, one.seed, other.seed) <= ALIKE;

function touchesOf({ areas, owner }: ColourAreas, width: number): Touches {
  const touches: Touches = areas.map(() => new Map());
  const touch = (at: number, next: number) => {
    if (next === -1) return;
    touches[at]!.set(next, (touches[at]!.get(next) ?? 0) + 1);
    touches[next]!.set(at, (touches[next]!.get(at) ?? 0) + 1);
  };
  for (let i = 0; i < owner.length; i++) {
    const at = owner[i]!;
    if (at === -1) continue;
    if (owner[i + 1] !== at && (i + 1) % width !== 0) touch(at, owner[i + 1]!);
    if (i + width < owner.length && owner[i + width] !== at) touch(at, owner[i + width]!);
  }
  return touches;
}

/** By what lies along its outline, an area is a part of a gradient, or a large letter on another one. */
function readOutline(
  at: number,
  {
    areas,
    planes,
    touches,
    grounds,
    brightness,
  }: {
    areas: ColourArea[];
    planes: Planes;
    touches: Touches;
    grounds: Ground[];
    brightness: number[];
  },
): void {
  const { size } = areas[at]!;
  let under = -1;
  for (const next of touches[at]!.keys())
    if (under === -1 || areas[next]!.size > areas[under]!.size) under = next;
  if (under === -1) return;
  let [outline, around, shaded] = [0, 0, 0];
  for (const [next, count] of touches[at]!) {
    outline += count;
    if (next === under || isAlike(planes, areas[next]!, areas[under]!)) around += count;
    const step = differenceOf(planes, areas[next]!.seed, areas[at]!.seed);
    if (step > ALIKE && step < MIN_EDGE) shaded += count;
  }
  grounds[at]!.isShaded = 100 * shaded > SHADED_PERCENT * outline;
  if (4 * size > areas[under]!.size) return;
  if (isAlike(planes, areas[at]!, areas[under]!)) {
    grounds[at]!.partOf = under;
    return;
  }
  // A letter stands out from its ground: less is a pattern. What has type on it is no letter, but a bar or a button.
  if (differenceOf(planes, areas[at]!.seed, areas[under]!.seed) < MIN_EDGE) return;
  if (grounds[at]!.lighter + grounds[at]!.darker >= MIN_TYPE) return;
  if (100 * around < SURROUNDED_PERCENT * outline || size > (LETTER_WIDTH * outline) / 2) return;
  grounds[at]!.under = under;
  grounds[under]!.letters++;
  grounds[under]![brightness[at]! > brightness[under]! ? 'lighterLetters' : 'darkerLetters'] += size;
}
