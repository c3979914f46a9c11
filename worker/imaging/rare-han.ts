import { createRequire } from 'node:module';
import { drawnAsBox } from './glyph-probe.ts';
import { withoutMachineFonts } from './missing-glyph-family.ts';

/**
 * The package of Chinese holds its common characters in one file and all 12,000 in slices of about a hundred, which
 * its `unicode.json` lists: `{ "[4]": "U+1f1e9-1f1f5,…" }`.
 */
const ranges: Record<string, string> = createRequire(import.meta.url)(
  '@fontsource/noto-sans-sc/unicode.json',
);

/** The file with the glyph of a character: a slice by its number, the common file, or none of the package. */
const known = new Map<string, string>();
const COMMON_FILE = 'common';
const NO_FILE = 'nowhere';
let byCode: Map<number, string> | undefined;

/**
 * Returns the slices with the Chinese characters of a text that the common file, registered as `family`, lacks, and whether the
 * whole package lacks some.
 */
export function findRareHan(text: string, family: string): { slices: string[]; lacking: boolean } {
  const fresh = new Set<string>();
  const found = new Set<string>();
  for (const [character] of text.matchAll(/\p{Script=Han}/gu)) {
    const place = known.get(character);
    if (place === undefined) fresh.add(character);
    else found.add(place);
  }
  for (const character of fresh) known.set(character, COMMON_FILE);
  for (const character of drawnAsBox(fresh, withoutMachineFonts(`"${family}"`))) {
    const place = sliceOf(character) ?? NO_FILE;
    known.set(character, place);
    found.add(place);
  }
  const slices = [...found].filter((place) => place !== COMMON_FILE && place !== NO_FILE).sort();
  return { slices, lacking: found.has(NO_FILE) };
}

/** The slice that has a character, by its number. */
export function sliceOf(character: string): string | undefined {
  byCode ??= readSlices();
  return byCode.get(character.codePointAt(0) as number);
}

function readSlices(): Map<number, string> {
  const places = new Map<number, string>();
  for (const [name, list] of Object.entries(ranges)) {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    if (number === undefined) continue;
    for (const range of list.split(',')) {
      const [from = '', to = from] = range.trim().slice('U+'.length).split('-');
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++)
        places.set(code, number);
    }
  }
  return places;
}
