import { GlobalFonts } from './canvas.ts';
import { missingGlyphFont } from './missing-glyph-font.ts';

const NAME = 'missing glyph';

let registered = false;

/** Ends a CSS family list with the font of missing glyphs, so that no font of the machine is searched. */
export function withoutMachineFonts(families: string): string {
  if (!registered && !GlobalFonts.has(NAME)) GlobalFonts.register(missingGlyphFont(), NAME);
  registered = true;
  return `${families}, "${NAME}"`;
}
