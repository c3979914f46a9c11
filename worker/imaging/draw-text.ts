import type { SKRSContext2D } from '@napi-rs/canvas';
import { fitText } from './fit-text.ts';
import { familiesFor } from './fonts.ts';
import type { Frame, TextProperties } from './scene.ts';

/** Ascent and descent of Noto Sans in ems; the other faces are set on the same lines. */
const ASCENT = 1.069;
const DESCENT = 0.293;
/** The size at which widths are measured. */
const REFERENCE = 100;

/** Draws a text element within its frame: nothing of it appears outside. */
export function drawText(context: SKRSContext2D, frame: Frame, properties: TextProperties): void {
  const text = cleanText(properties.text);
  const { family, weight, lineHeight } = properties;
  const families = familiesFor(`${text}…`, family, weight);
  const spacing = properties.letterSpacing / properties.size;
  const rightToLeft = isRightToLeft(text, properties.direction);

  context.save();
  context.beginPath();
  context.rect(frame.x, frame.y, frame.width, frame.height);
  context.clip();
  context.lang = 'en';
  context.direction = rightToLeft ? 'rtl' : 'ltr';
  context.font = `${weight} ${REFERENCE}px ${families}`;
  context.letterSpacing = `${spacing * REFERENCE}px`;
  const fitted = fitText(text, properties, frame, (part) => context.measureText(part).width / REFERENCE);

  const { size, lines } = fitted;
  context.font = `${weight} ${size}px ${families}`;
  context.letterSpacing = `${spacing * size}px`;
  context.fillStyle = properties.color;
  context.textBaseline = 'alphabetic';
  const align = physicalAlign(properties.align, rightToLeft);
  context.textAlign = align;
  // The spacing after the last letter is no part of the line that is seen.
  const trailing = spacing * size;
  const x =
    align === 'left'
      ? frame.x
      : align === 'right'
        ? frame.x + frame.width + trailing
        : frame.x + (frame.width + trailing) / 2;
  const step = size * lineHeight;
  const top = frame.y + verticalOffset(properties.verticalAlign, frame.height, lines.length * step);
  const baseline = (step - (ASCENT + DESCENT) * size) / 2 + ASCENT * size;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, x, Math.round(top + index * step + baseline));
  }
  context.restore();
}

function verticalOffset(align: TextProperties['verticalAlign'], room: number, used: number): number {
  // Too little room for the line height alone: the letters themselves still fit, in the middle.
  if (used > room) return (room - used) / 2;
  if (align === 'top') return 0;
  return align === 'middle' ? (room - used) / 2 : room - used;
}

function physicalAlign(align: TextProperties['align'], rightToLeft: boolean): 'left' | 'center' | 'right' {
  if (align === 'start') return rightToLeft ? 'right' : 'left';
  if (align === 'end') return rightToLeft ? 'left' : 'right';
  return align;
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
