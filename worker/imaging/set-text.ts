import type { SKRSContext2D } from './canvas.ts';
import { type FittedText, fitText } from './fit-text.ts';
import { familiesFor } from './fonts.ts';
import { type LineExtent, lineExtent, minLineHeight } from './line-extent.ts';
import { plainSigns } from './plain-signs.ts';
import type { TextProperties } from './scene.ts';
import { rememberWidths } from './word-widths.ts';

/** The size at which widths are measured. */
const REFERENCE_PIXELS = 100;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

/** A text as it will be drawn: size, lines, and what the canvas needs. */
export interface SetText extends FittedText {
  font: string;
  /** Pixels, at the size that was chosen. */
  letterSpacing: number;
  rightToLeft: boolean;
  /** Of a line, in ems: the one that was asked for, or more where marks reach higher or lower than Latin letters. */
  lineHeight: number;
  extent: LineExtent;
}

/** Sets a text for a box, and leaves the context in the text's direction. */
export function setText(
  context: SKRSContext2D,
  box: { width: number; height: number },
  properties: TextProperties,
): SetText {
  const text = cleanText(properties.text);
  const { family, weight } = properties;
  const families = familiesFor(`${text}…`, family, weight);
  const spacing = properties.letterSpacing / properties.size;
  const rightToLeft = isRightToLeft(text, properties.direction);
  context.lang = 'en';
  context.direction = rightToLeft ? 'rtl' : 'ltr';
  const reference = `${weight} ${REFERENCE_PIXELS}px ${families}`;
  context.font = reference;
  context.letterSpacing = `${spacing * REFERENCE_PIXELS}px`;
  const extent = lineExtent(context, text, REFERENCE_PIXELS);
  const lineHeight = Math.max(properties.lineHeight, minLineHeight(extent));
  const measure = rememberWidths(
    `${reference} ${spacing} ${rightToLeft}`,
    (part) => context.measureText(part).width / REFERENCE_PIXELS,
  );
  const fitted = fitText(
    text,
    { ...properties, lineHeight, singleLine: properties.lineHeight },
    box,
    measure,
  );
  const { size } = fitted;
  const font = `${weight} ${size}px ${families}`;
  return { ...fitted, font, letterSpacing: spacing * size, rightToLeft, lineHeight, extent };
}

/** Letters that are looked at for the direction of a text; with fewer than `MIN_SAMPLED_LETTERS` the first one decides. */
const MAX_SAMPLED_LETTERS = 400;
const MIN_SAMPLED_LETTERS = 24;
/** How many letters of the other direction outweigh one of the first's. Names in Latin letters are many in Hebrew. */
const MIN_OUTWEIGHING_FACTOR = { rightToLeft: 4, leftToRight: 2 };

/**
 * The first strong character decides, as in UAX #9 (P2, P3), unless the direction is given or by far the most letters of a
 * sentence are of the other one: a greeting in Hebrew before an English sentence.
 */
function isRightToLeft(text: string, direction: TextProperties['direction']): boolean {
  if (direction !== 'auto') return direction === 'rtl';
  const letters = text.slice(0, MAX_SAMPLED_LETTERS).match(/\p{L}/gu) ?? [];
  const first = RIGHT_TO_LEFT.test(letters[0] ?? '');
  if (letters.length < MIN_SAMPLED_LETTERS) return first;
  const same = letters.filter((letter) => RIGHT_TO_LEFT.test(letter) === first).length;
  const limit = first ? MIN_OUTWEIGHING_FACTOR.rightToLeft : MIN_OUTWEIGHING_FACTOR.leftToRight;
  return letters.length - same > limit * same ? !first : first;
}

/** Line ends made alike, tabs to spaces, and controls (which no font has) removed. */
function cleanText(text: string): string {
  return plainSigns(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, '    ')
      .replace(/[^\P{Cc}\n]|[\u200b\ufeff]/gu, ''),
  ).trimEnd();
}
