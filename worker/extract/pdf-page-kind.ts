import type { Picture } from '../sandbox/task-result.ts';
import type { Cell } from './pdf-cell.ts';

/** A page with at most this many letters may be a plan, a drawing or sheet music. */
const MAX_LETTERS = 300;
/** Ratio of all ink to the ink of words, for drawings and for pages with large pictures. */
const DRAWING_INK_RATIO = 3;
const PICTURED_INK_RATIO = 1.2;
/** Channel value below which a pixel has a colour; the share of such pixels on a poster, and the limit of its letters. */
const MAX_COLOUR_CHANNEL = 225;
const MIN_COLOURED_SHARE = 0.4;
const MAX_POSTER_LETTERS = 500;
const MAX_INK_TONE = 128;
/** Ratio for plans with many labels, and the limit of their letters; ratio for maps with labels too small to read. */
const PLAN_INK_RATIO = 8;
const MAX_LABEL_LETTERS = 1500;
const MAP_INK_RATIO = 2.5;

/**
 * How much of a page is drawn. `drawing`: much ink besides a few words or the labels of a plan or map. `pictured`: as much, beside
 * text. A page without text may be a scan, whose text is recognised later.
 */
export function classifyPage(
  picture: Picture,
  cells: Cell[],
  pageHeight: number,
): 'drawing' | 'pictured' | 'text' {
  const letters = lettersOf(cells);
  if (letters === 0) return 'text';
  const { ink, coloured } = inkBesides(picture, cells, pageHeight);
  if (ink > DRAWING_INK_RATIO && letters <= MAX_LETTERS) return 'drawing';
  if (coloured > MIN_COLOURED_SHARE && letters <= MAX_POSTER_LETTERS) return 'drawing';
  if (ink > PLAN_INK_RATIO && letters <= MAX_LABEL_LETTERS) return 'drawing';
  const points = { width: (pageHeight * picture.width) / picture.height, height: 0 };
  if (ink > MAP_INK_RATIO && !isLegible(cells, points, MIN_SHOWN_PIXELS)) return 'drawing';
  return ink > PICTURED_INK_RATIO ? 'pictured' : 'text';
}

/** The ratio of all ink on a page to the ink of its words, and the share of the page in colour, however light. */
function inkBesides(
  { data, width, height }: Picture,
  cells: Cell[],
  pageHeight: number,
): { ink: number; coloured: number } {
  const scale = height / pageHeight;
  const words = new Uint8Array(width * height);
  for (const { x, right, y, size } of cells) {
    const top = Math.max(0, Math.floor((pageHeight - y - size) * scale));
    const bottom = Math.min(height, Math.ceil((pageHeight - y + 0.3 * size) * scale));
    const from = Math.max(0, Math.floor(x * scale));
    const to = Math.min(width, Math.ceil(right * scale));
    for (let row = top; row < bottom && from < to; row++) words.fill(1, row * width + from, row * width + to);
  }
  let [inWords, drawn, coloured] = [0, 0, 0];
  for (let i = 0; i < words.length; i++) {
    // Most of a page is paper, and this loop is a large part of the time in which a page is read.
    if (
      data[3 * i]! >= MAX_COLOUR_CHANNEL &&
      data[3 * i + 1]! >= MAX_COLOUR_CHANNEL &&
      data[3 * i + 2]! >= MAX_COLOUR_CHANNEL
    )
      continue;
    coloured++;
    if (data[3 * i + 1]! >= MAX_INK_TONE) continue;
    if (words[i] === 1) inWords++;
    else drawn++;
  }
  return { ink: drawn / Math.max(1, inWords), coloured: coloured / words.length };
}

/** Assumed size of the panel, and sizes of legible type on it, in pixels. */
const PANEL = { width: 800, height: 450 };
const MIN_TYPE_PIXELS = 12;
const MIN_SHOWN_PIXELS = 6.8;
/** Share of the letters that may be smaller: page numbers, small print. */
const MAX_SMALL_SHARE = 0.2;

/**
 * Whether most words of a page are legible when it is shown whole; without a height, when it is shown at full width. `points` is
 * the size of the page without its margins.
 */
export function isLegible(
  cells: Cell[],
  points: { width: number; height: number },
  least = MIN_TYPE_PIXELS,
): boolean {
  const scale = Math.min(PANEL.width / points.width, PANEL.height / points.height);
  const small = cells.filter(({ size }) => size * scale < least);
  return lettersOf(small) <= MAX_SMALL_SHARE * lettersOf(cells);
}

export const lettersOf = (cells: Cell[]) => cells.reduce((sum, { text }) => sum + text.length, 0);

/** Words in scripts with joined or reordered letters, which files often encode wrongly. */
const JOINED_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Hebrew}]/u;
const FOREIGN_LETTER =
  /[\p{Script=Latin}\p{Script=Armenian}\p{Script=Cyrillic}\p{Script=Greek}\p{Co}\p{Cn}\ufffd]/u;
const MAX_STRANGE_SHARE = 0.03;

/** Signs within words, from fonts that have letters of another script in place of Latin ones: `Y%S ,xldj`. */
const SIGN_WITHIN_WORD = /\p{L}%\p{L}/u;
const MIN_WITHIN = 3;
const MAX_WITHIN_SHARE = 0.03;

/** Least letters by which capitals are judged, their share of all letters, and the least share of vowels among them. */
const MIN_CAPITALS = 300;
const MOST_CAPITALS = 0.9;
const MIN_VOWELS = 0.24;

/** Whether letters are the numbers of glyphs, each some places below its letter: `KHW JHKXXUGH` for `het gehuurde`. */
function areShifted(text: string): boolean {
  const letters = text.match(/[A-Za-z]/g) ?? [];
  const capitals = letters.filter((letter) => letter < 'a');
  const vowels = capitals.filter((letter) => /[AEIOUY]/.test(letter));
  const isCapital = capitals.length >= MIN_CAPITALS && capitals.length > MOST_CAPITALS * letters.length;
  return isCapital && vowels.length < MIN_VOWELS * capitals.length;
}

/**
 * Whether a file encodes its letters wrongly, for instance as Latin letters within Arabic words. Only its picture is legible then.
 */
export function isGarbled(text: string): boolean {
  const sample = text.slice(0, 20_000);
  const words = sample.split(/\s+/u);
  const within = words.filter((word) => SIGN_WITHIN_WORD.test(word) && !/[/=]/.test(word)).length;
  if (within >= MIN_WITHIN && within > MAX_WITHIN_SHARE * words.length) return true;
  if (areShifted(sample)) return true;
  let [joined, strange] = [0, 0];
  for (const word of words) {
    if (!JOINED_SCRIPT.test(word)) continue;
    joined++;
    if (FOREIGN_LETTER.test(word)) strange++;
  }
  return strange > 1 && strange > MAX_STRANGE_SHARE * joined;
}
