import { createCanvas, type SKRSContext2D } from './canvas.ts';

/** How letters are set. `letterSpacing` is in pixels. */
export interface Lettering {
  font: string;
  letterSpacing: number;
  rightToLeft: boolean;
}

let context: SKRSContext2D | undefined;
let current: Lettering | undefined;

/** Measures a text in a context of this thread. The font is set only for another lettering, because setting it takes longer than measuring. */
export function measureWith(lettering: Lettering, text: string) {
  context ??= createCanvas(1, 1).getContext('2d');
  if (!current || !isSame(lettering, current)) {
    applyLettering(context, lettering);
    current = lettering;
  }
  return context.measureText(text);
}

/** By value, because each text has a lettering of its own, and most are in few fonts. */
function isSame(one: Lettering, other: Lettering): boolean {
  return (
    one.font === other.font &&
    one.letterSpacing === other.letterSpacing &&
    one.rightToLeft === other.rightToLeft
  );
}

export function applyLettering(
  context: SKRSContext2D,
  { font, letterSpacing, rightToLeft }: Lettering,
): void {
  context.lang = 'en';
  context.direction = rightToLeft ? 'rtl' : 'ltr';
  context.font = font;
  context.letterSpacing = `${letterSpacing}px`;
}
