import { ALIKE, type ColourArea, differenceOf, type Planes } from './colour-areas.ts';
import { type Ground, MIN_TYPE } from './read-grounds.ts';

/** Largest difference between the channels of a grey. */
const MAX_GREY = 24;
/** Most type on an area, in percent of its pixels that are no type. */
const MAX_TYPE_PERCENT = 100;
/** Least type on an area, in thousandths of it. */
const TYPE_PERMILLE = 3;
/** Percent of type from which on an area is black or white as a whole; one with less type keeps its tone around it. */
const DENSE_PERCENT = 2;
/** Large letters, at least: fewer are figures. */
export const MIN_LETTERS = 3;
/** What is lighter than this, or darker, is paper or black already where type stands on it. */
const LIGHT = 180;
const NEAR_BLACK = 56;

/** A drawing in colour and what black and white are to show of it; all planes are `width` by `height`. */
export interface Drawing {
  planes: Planes;
  /** Luminance, stretched, with its dark ground inverted. */
  codes: Uint8Array;
  isInverted: boolean;
  width: number;
  height: number;
}

/**
 * The tone of an area, the percent of it that is type, and whether that is lighter; `isSolid` where all of it has that tone, not
 * only what is near type.
 */
export type Tone = { tone: 0 | 255; share: number; isLighter: boolean; isSolid: boolean } | null;

/** How each area is drawn; null for paper and for what no type stands on. Type on an area has the other tone. */
export function groundTones(areas: ColourArea[], grounds: Ground[], drawing: Drawing): Tone[] {
  const own = areas.map((area, at) => (isPaper(drawing, area) ? null : typeOn(area, grounds[at]!)));
  const tones = tonesOf(own, areas, drawing);
  makeSolid(tones, areas, drawing.planes);
  for (const [at, tone] of tones.entries())
    if (tone && hasNoEdge(drawing, areas[at]!, grounds[at]!)) tone.isSolid = false;
  return tones.map((tone, at) => tones[grounds[at]!.partOf] ?? tone);
}

interface Type {
  /** Its pixels. */
  count: number;
  isLighter: boolean;
}

/** Returns the type on an area, or null if there is none. */
function typeOn(area: ColourArea, ground: Ground): Type | null {
  const lettered = ground.letters >= MIN_LETTERS ? 1 : 0;
  const lighter = ground.lighter + lettered * ground.lighterLetters;
  const darker = ground.darker + lettered * ground.darkerLetters;
  const count = lighter + darker;
  if (ground.under !== -1 || ground.isUneven || count < MIN_TYPE) return null;
  return 100 * count > MAX_TYPE_PERCENT * area.size ? null : { count, isLighter: lighter > darker };
}

/** Areas of one colour with type of one kind count together: long and short bars of a series get one tone. */
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
    if (10 * share < TYPE_PERMILLE) return null;
    const code = codes[areas[at]!.seed]!;
    const tone = code < LIGHT && type.isLighter !== isInverted ? 0 : 255;
    return {
      tone,
      share,
      isLighter: type.isLighter,
      isSolid: tone === 0 ? code <= NEAR_BLACK : code >= LIGHT && share >= DENSE_PERCENT,
    };
  });
}

/** Equal for areas of about one colour with type of one kind. */
const keyOf = ([red, green, blue]: Planes, seed: number, { isLighter }: Type) =>
  (red[seed]! >> 4) | ((green[seed]! >> 4) << 4) | ((blue[seed]! >> 4) << 8) | (isLighter ? 1 << 12 : 0);

/** An area with much type becomes solid as a whole, unless there are several colours: bars of a chart must stay distinct. */
function makeSolid(tones: Tone[], areas: ColourArea[], planes: Planes): void {
  let seed = -1;
  for (const [at, tone] of tones.entries()) {
    if (!tone || tone.isSolid) continue;
    if (seed !== -1 && differenceOf(planes, seed, areas[at]!.seed) > ALIKE) return;
    seed = areas[at]!.seed;
  }
  for (const tone of tones) if (tone && tone.share >= DENSE_PERCENT) tone.isSolid = true;
}

/** Whether an area keeps its tone beside its type, since only that shows where it ends. On black nothing is lost: dark cards are black, too. */
const hasNoEdge = ({ codes }: Drawing, { seed }: ColourArea, { isShaded }: Ground) =>
  isShaded && codes[seed]! > NEAR_BLACK;

/** Whether an area is the white of the drawing, or what becomes it. */
function isPaper({ planes, codes }: Drawing, { seed }: ColourArea): boolean {
  const own = planes.map((plane) => plane[seed]!);
  return codes[seed] === 255 && Math.max(...own) - Math.min(...own) < MAX_GREY;
}
