import { type ColourArea, channelDifference, MAX_AREA_DIFFERENCE, type Planes } from './colour-areas.ts';
import { type Ground, MIN_TYPE_PIXELS } from './read-grounds.ts';

/** Largest difference between the channels of a grey. */
const MAX_GREY_DIFFERENCE = 24;
/** Most type on an area, in percent of its other pixels. */
const MAX_TYPE_PERCENT = 100;
/** Least type on an area, in thousandths of it. */
const MIN_TYPE_PERMILLE = 3;
/** Least percentage of type at which the whole area becomes black or white. An area with less type keeps its tone away from the type. */
const MIN_DENSE_PERCENT = 2;
/** Least number of large letters on an area. Fewer are figures. */
export const MIN_LETTERS = 3;
/** Least code of an area with type that counts as paper, and greatest code of one that counts as black. */
const MIN_LIGHT_CODE = 180;
const MAX_NEAR_BLACK_CODE = 56;

/** A drawing in colour, and its codes for black and white. All planes are `width` by `height`. */
export interface Drawing {
  planes: Planes;
  /** Luminance, stretched, with its dark ground inverted. */
  codes: Uint8Array;
  isInverted: boolean;
  width: number;
  height: number;
}

/**
 * The tone of an area, the percentage of type on it, and whether the type is lighter. `isSolid`: all of it has that tone, not only
 * the pixels near type.
 */
export type Tone = { tone: 0 | 255; share: number; isLighter: boolean; isSolid: boolean } | null;

/** The tone of each area; null for paper and for areas without type. Type has the opposite tone. */
export function groundTones(areas: ColourArea[], grounds: Ground[], drawing: Drawing): Tone[] {
  const own = areas.map((area, at) => (isPaper(drawing, area) ? null : typeOn(area, grounds[at]!)));
  const tones = tonesOf(own, areas, drawing);
  makeSolid(tones, areas, drawing.planes);
  for (const [at, tone] of tones.entries())
    if (tone && hasNoEdge(drawing, areas[at]!, grounds[at]!)) tone.isSolid = false;
  return tones.map((tone, at) => tones[grounds[at]!.partOf] ?? tone);
}

interface Type {
  /** Number of its pixels. */
  count: number;
  isLighter: boolean;
}

/** Returns the type on an area, or null if there is none. */
function typeOn(area: ColourArea, ground: Ground): Type | null {
  const lettered = ground.letters >= MIN_LETTERS ? 1 : 0;
  const lighter = ground.lighter + lettered * ground.lighterLetters;
  const darker = ground.darker + lettered * ground.darkerLetters;
  const count = lighter + darker;
  if (ground.under !== -1 || ground.isUneven || count < MIN_TYPE_PIXELS) return null;
  return 100 * count > MAX_TYPE_PERCENT * area.size ? null : { count, isLighter: lighter > darker };
}

/** Areas of one colour with type of one kind are counted together, so that long and short bars of a series get one tone. */
function tonesOf(
  types: (Type | null)[],
  areas: ColourArea[],
  { planes, codes, isInverted }: Drawing,
): Tone[] {
  const keys = types.map((type, at) => (type ? keyOf(planes, areas[at]!.seed, type) : -1));
  const sums = new Map<number, { type: number; size: number }>();
  for (const [at, type] of types.entries()) {
    if (!type) continue;
    const sum = sums.get(keys[at]!) ?? { type: 0, size: 0 };
    sums.set(keys[at]!, { type: sum.type + type.count, size: sum.size + areas[at]!.size });
  }
  return types.map((type, at) => {
    if (!type) return null;
    const sum = sums.get(keys[at]!)!;
    const share = (100 * sum.type) / sum.size;
    if (10 * share < MIN_TYPE_PERMILLE) return null;
    const code = codes[areas[at]!.seed]!;
    const tone = code < MIN_LIGHT_CODE && type.isLighter !== isInverted ? 0 : 255;
    return {
      tone,
      share,
      isLighter: type.isLighter,
      isSolid:
        tone === 0 ? code <= MAX_NEAR_BLACK_CODE : code >= MIN_LIGHT_CODE && share >= MIN_DENSE_PERCENT,
    };
  });
}

/** A key that is equal for areas of similar colour with type of one kind. */
const keyOf = ([red, green, blue]: Planes, seed: number, { isLighter }: Type) =>
  (red[seed]! >> 4) | ((green[seed]! >> 4) << 4) | ((blue[seed]! >> 4) << 8) | (isLighter ? 1 << 12 : 0);

/** Makes areas with much type solid, unless there are several colours, because bars of a chart must stay distinct. */
function makeSolid(tones: Tone[], areas: ColourArea[], planes: Planes): void {
  let seed = -1;
  for (const [at, tone] of tones.entries()) {
    if (!tone || tone.isSolid) continue;
    if (seed !== -1 && channelDifference(planes, seed, areas[at]!.seed) > MAX_AREA_DIFFERENCE) return;
    seed = areas[at]!.seed;
  }
  for (const tone of tones) if (tone && tone.share >= MIN_DENSE_PERCENT) tone.isSolid = true;
}

/** Whether an area must keep its tone beside its type, because only its tone shows where it ends. Dark areas need not: dark cards are black, too. */
const hasNoEdge = ({ codes }: Drawing, { seed }: ColourArea, { isShaded }: Ground) =>
  isShaded && codes[seed]! > MAX_NEAR_BLACK_CODE;

/** Whether an area is the white of the drawing, or becomes white. */
function isPaper({ planes, codes }: Drawing, { seed }: ColourArea): boolean {
  const own = planes.map((plane) => plane[seed]!);
  return codes[seed] === 255 && Math.max(...own) - Math.min(...own) < MAX_GREY_DIFFERENCE;
}
