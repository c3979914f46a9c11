import {
  ALIKE,
  type ColourArea,
  type ColourAreas,
  colourAreas,
  differenceOf,
  type Planes,
} from './colour-areas.ts';
import { luma } from './tone.ts';

/** Difference from an area's colour, in a channel, of what stands on it. */
const MIN_DIFFERENCE = 32;
/** Difference of the channels of what is grey, at most. */
const MAX_GREY = 24;
/** Type is this far, in percent, from its ground to the colour that is farthest from it nearby. */
const INK_PERCENT = 42;
const NEARBY = 2;
/** Pixels of type, at least, and its percent of the area that it stands on, at least and at most. */
const MIN_TYPE = 32;
const TYPE_PERCENT = 1;
const MAX_TYPE_PERCENT = 40;
/** Percent of type from which on an area is black or white as a whole; one with less type keeps its tone around it. */
const DENSE_PERCENT = 3;
/** Large letters, at least: fewer are figures. */
const MIN_LETTERS = 3;
/** Difference of two areas, in a channel, that makes an edge; areas beside one another that differ less are a gradient. */
const MIN_EDGE = 32;
/** Percent of an area's outline that lies in a gradient, at most. */
const SHADED_PERCENT = 25;
/** Pixels beside type, and above and below it, that are cleared in an area that keeps its tone. */
const BESIDE = 6;
const ABOVE = 3;
/** Widest large letter: pixels of its area to each pixel of its outline. */
const LETTER_WIDTH = 11;
/** Of an area's outline, percent that lies against the area that it stands on. */
const SURROUNDED_PERCENT = 90;
/** What is lighter than this, or darker, is paper or black already where type stands on it. */
const LIGHT = 180;
const NEAR_BLACK = 56;

interface Drawing {
  planes: Planes;
  /** Luminance, stretched, with its dark ground inverted. */
  codes: Uint8Array;
  isInverted: boolean;
  width: number;
  height: number;
}

interface Ground {
  /** Pixels of type that are lighter, and darker; the same of large letters, and how many those are. */
  lighter: number;
  darker: number;
  lighterLetters: number;
  darkerLetters: number;
  letters: number;
  /** A part of a gradient. */
  isShaded: boolean;
  /** The area that a large letter stands on; -1 for what is none. */
  under: number;
  /** The area that a counter, as of an O, is a part of; -1 for what is none. */
  partOf: number;
}

/**
 * Sets type on coloured grounds in black on white or in white on black, whatever their tones are, so that colours of equal
 * luminance stay apart. Changes the codes `to`. Areas without type and white paper stay as they are.
 */
export function setTypeOnColour(to: Uint8Array, drawing: Drawing): void {
  const { planes, codes, width, height } = drawing;
  const found = colourAreas(planes, width, height);
  const { areas, owner, depth } = found;
  const border = atBorder(found, width, height);
  const distance = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    if (depth[i]! > 0 && owner[i] !== -1) distance[i] = differenceOf(planes, areas[owner[i]!]!.seed, i);
  }
  const grounds = readGrounds(found, drawing, distance, border);
  const own = areas.map((area, at) => (isPaper(drawing, area) ? null : toneOf(area, grounds[at]!, drawing)));
  makeSolid(own, areas, planes);
  const tones = own.map((tone, at) => own[grounds[at]!.partOf] ?? tone);
  const farthest = largestNearby(distance, width, height);
  const isType = (i: number) =>
    distance[i]! >= MIN_DIFFERENCE && 100 * distance[i]! >= INK_PERCENT * farthest[i]!;
  const cleared = plates(found, tones, grounds, (i) => !border[i] && isType(i), width, height);
  for (let i = 0; i < to.length; i++) {
    const own = owner[i]!;
    if (own === -1) continue;
    const { under } = grounds[own]!;
    const ground = tones[under];
    if (ground) {
      const isLetter = distance[i]! <= differenceOf(planes, areas[under]!.seed, i);
      to[i] = isLetter ? 255 - ground.tone : ground.tone;
      continue;
    }
    const tone = tones[own];
    if (!tone) continue;
    if (depth[i]! > 0 && isType(i)) to[i] = 255 - tone.tone;
    else if (tone.isSolid || cleared[i] || depth[i]! > 0) to[i] = tone.tone;
    if (tone.isSolid && tone.tone === 255 && border[i] && isEdge(found, i, width, planes)) to[i] = 0;
  }
}

/** The tone of an area and the percent of it that is type; `isSolid` where all of it has that tone, not only what is near type. */
type Tone = { tone: 0 | 255; share: number; isSolid: boolean } | null;

/** How an area is drawn that type stands on: its type has the other tone. */
function toneOf(area: ColourArea, ground: Ground, { codes, isInverted }: Drawing): Tone {
  const lettered = ground.letters >= MIN_LETTERS ? 1 : 0;
  const lighter = ground.lighter + lettered * ground.lighterLetters;
  const darker = ground.darker + lettered * ground.darkerLetters;
  const type = lighter + darker;
  if (ground.under !== -1 || ground.isShaded || type < MIN_TYPE) return null;
  if (100 * type < TYPE_PERCENT * area.size || 100 * type > MAX_TYPE_PERCENT * area.size) return null;
  const code = codes[area.seed]!;
  const tone = code < LIGHT && lighter > darker !== isInverted ? 0 : 255;
  const share = (100 * type) / area.size;
  return { tone, share, isSolid: tone === 0 ? code <= NEAR_BLACK : code >= LIGHT };
}

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

/** Whether an area is the white of the drawing, or what becomes it. */
function isPaper({ planes, codes }: Drawing, { seed }: ColourArea): boolean {
  const own = planes.map((plane) => plane[seed]!);
  return codes[seed] === 255 && Math.max(...own) - Math.min(...own) < MAX_GREY;
}

/** Counts what stands on each area, by whether it is lighter, and finds large letters. */
function readGrounds(
  { areas, owner }: ColourAreas,
  { planes, width }: Drawing,
  distance: Uint8Array,
  border: Uint8Array,
): Ground[] {
  const brightness = (i: number) => {
    const [red, green, blue] = planes.map((plane) => plane[i]!) as [number, number, number];
    // The eye takes a saturated colour for lighter than its luminance.
    return 3 * luma(red, green, blue) + Math.max(red, green, blue);
  };
  const own = areas.map(({ seed }) => brightness(seed));
  const grounds: Ground[] = areas.map(() => ({
    lighter: 0,
    darker: 0,
    lighterLetters: 0,
    darkerLetters: 0,
    letters: 0,
    isShaded: false,
    under: -1,
    partOf: -1,
  }));
  const touches = areas.map(() => new Map<number, number>());
  for (let i = 0; i < owner.length; i++) {
    const at = owner[i]!;
    if (at === -1) continue;
    if (distance[i]! >= MIN_DIFFERENCE && !border[i])
      grounds[at]![brightness(i) > own[at]! ? 'lighter' : 'darker']++;
    for (const other of [i + 1, i + width]) {
      if (other >= owner.length || owner[other] === at || owner[other] === -1) continue;
      if (other === i + 1 && other % width === 0) continue;
      const next = owner[other]!;
      touches[at]!.set(next, (touches[at]!.get(next) ?? 0) + 1);
      touches[next]!.set(at, (touches[next]!.get(at) ?? 0) + 1);
    }
  }
  const isAlike = (a: number, b: number) => differenceOf(planes, areas[a]!.seed, areas[b]!.seed) <= ALIKE;
  for (const [at, { size }] of areas.entries()) {
    let under = -1;
    for (const next of touches[at]!.keys())
      if (under === -1 || areas[next]!.size > areas[under]!.size) under = next;
    if (under === -1) continue;
    let [outline, around, shaded] = [0, 0, 0];
    for (const [next, count] of touches[at]!) {
      outline += count;
      if (next === under || isAlike(next, under)) around += count;
      const step = differenceOf(planes, areas[next]!.seed, areas[at]!.seed);
      if (step > ALIKE && step < MIN_EDGE) shaded += count;
    }
    grounds[at]!.isShaded = 100 * shaded > SHADED_PERCENT * outline;
    if (4 * size > areas[under]!.size) continue;
    if (100 * around < SURROUNDED_PERCENT * outline || size > (LETTER_WIDTH * outline) / 2) continue;
    grounds[at]!.under = under;
    grounds[under]!.letters++;
    grounds[under]![own[at]! > own[under]! ? 'lighterLetters' : 'darkerLetters'] += size;
  }
  for (const [at, ground] of grounds.entries()) {
    const [letter] = touches[at]!.keys();
    const under = letter === undefined ? -1 : grounds[letter]!.under;
    if (ground.under === -1 && under !== -1 && under !== at && isAlike(at, under)) ground.partOf = under;
  }
  return grounds;
}

/** Where another area is within some pixels: what is there is the soft edge between them. */
function atBorder({ owner }: ColourAreas, width: number, height: number): Uint8Array {
  const border = new Uint8Array(owner.length);
  const mark = (i: number) => {
    const x = i % width;
    const y = (i - x) / width;
    for (let row = Math.max(0, y - NEARBY); row <= Math.min(height - 1, y + NEARBY); row++) {
      const start = row * width;
      border.fill(1, start + Math.max(0, x - NEARBY), start + Math.min(width, x + NEARBY + 1));
    }
  };
  for (let i = 0; i + width < owner.length; i++) {
    if (owner[i] !== owner[i + width] || (i % width < width - 1 && owner[i] !== owner[i + 1])) mark(i);
  }
  return border;
}

/** Whether another area, of another colour, begins beside a pixel. */
function isEdge({ owner, areas }: ColourAreas, i: number, width: number, planes: Planes): boolean {
  const own = owner[i]!;
  return [i - 1, i + 1, i - width, i + width].some((near) => {
    const other = owner[near] ?? -1;
    return (
      other !== own && other !== -1 && differenceOf(planes, areas[other]!.seed, areas[own]!.seed) >= MIN_EDGE
    );
  });
}

/** Pixels near type on areas that keep their tone. */
function plates(
  { owner }: ColourAreas,
  tones: Tone[],
  grounds: Ground[],
  isType: (i: number) => boolean,
  width: number,
  height: number,
): Uint8Array {
  const cleared = new Uint8Array(owner.length);
  for (let i = 0; i < owner.length; i++) {
    const own = owner[i]!;
    if (own === -1) continue;
    const under = grounds[own]!.under;
    const at = under === -1 ? own : under;
    if (tones[at] === null || tones[at]!.isSolid || (under === -1 && !isType(i))) continue;
    const x = i % width;
    const y = (i - x) / width;
    for (let row = Math.max(0, y - ABOVE); row <= Math.min(height - 1, y + ABOVE); row++) {
      const start = row * width;
      cleared.fill(1, start + Math.max(0, x - BESIDE), start + Math.min(width, x + BESIDE + 1));
    }
  }
  return cleared;
}

function largestNearby(plane: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) {
    let most = 0;
    const x = i % width;
    for (let at = i - Math.min(x, NEARBY); at <= i + Math.min(width - 1 - x, NEARBY); at++)
      most = Math.max(most, plane[at]!);
    rows[i] = most;
  }
  const largest = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) {
    let most = 0;
    const y = Math.floor(i / width);
    for (let row = Math.max(0, y - NEARBY); row <= Math.min(height - 1, y + NEARBY); row++)
      most = Math.max(most, rows[row * width + (i % width)]!);
    largest[i] = most;
  }
  return largest;
}
