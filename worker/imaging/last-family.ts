import { GlobalFonts } from './canvas.ts';
import { missingGlyphFont } from './missing-glyph-font.ts';

const NAME = 'missing glyph';

let registered = false;

/** A CSS family list that ends with the box of a missing glyph, so that no font of the machine is looked at. */
export function withoutMachineFonts(families: string): string {
  if (!registered && !GlobalFonts.has(NAME)) GlobalFonts.register(missingGlyphFont(), NAME);
  registered = true;
  return `${families}, "${NAME}"`;
}
