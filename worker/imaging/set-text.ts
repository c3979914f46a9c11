import type { SKRSContext2D } from '@napi-rs/canvas';
import { type FittedText, fitText } from './fit-text.ts';
import { familiesFor } from './fonts.ts';
import type { TextProperties } from './scene.ts';

/** The size at which widths are measured. */
const REFERENCE = 100;

/** A text as it will be drawn: size, lines, and what the canvas is to be told. */
export interface SetText extends FittedText {
  font: string;
  /** Pixels, at the size that was chosen. */
  letterSpacing: number;
  rightToLeft: boolean;
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
  context.font = `${weight} ${REFERENCE}px ${families}`;
  context.letterSpacing = `${spacing * REFERENCE}px`;
  const fitted = fitText(text, properties, box, (part) => context.measureText(part).width / REFERENCE);
  const { size } = fitted;
  return { ...fitted, font: `${weight} ${size}px ${families}`, letterSpacing: spacing * size, rightToLeft };
}

/** The first strong character decides, as in UAX #9 (P2, P3), unless the direction is given. */
function isRightToLeft(text: string, direction: TextProperties['direction']): boolean {
  if (direction !== 'auto') return direction === 'rtl';
  const strong = text.match(/\p{L}/u);
  return strong !== null && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(strong[0]);
}

/** Line ends made alike, tabs to spaces, and controls (which no font has) removed. */
function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/[^\P{Cc}\n]|[\u200b\ufeff]/gu, '')
    .normalize('NFC')
    .trimEnd();
}
