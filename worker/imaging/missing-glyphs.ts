import { familiesFor } from './fonts.ts';
import { drawnAsBox } from './glyph-probe.ts';
import { replaceRareCharacters } from './replace-rare-characters.ts';

/** Characters without a glyph of their own. */
const INVISIBLE_CHARACTER = /[\s\p{Cc}\p{Cf}\p{Variation_Selector}]/u;
/** The last character that every Latin face has. Most texts contain no others. */
const LATIN_END = '\u024f';
/** Most characters that are probed: more than any page has different ones. */
const MAX_PROBED_CHARACTERS = 2000;

/** The characters of a text that no font of the project has, in the order of their first appearance. */
export function missingGlyphs(text: string): string[] {
  const tried = new Set<string>();
  for (const character of replaceRareCharacters(text)) {
    if (tried.size === MAX_PROBED_CHARACTERS) break;
    if (character > LATIN_END && !INVISIBLE_CHARACTER.test(character)) tried.add(character);
  }
  return tried.size === 0 ? [] : drawnAsBox(tried, familiesFor(text, 'sans', 400));
}
