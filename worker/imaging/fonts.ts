import { createRequire } from 'node:module';
import { GlobalFonts } from './canvas.ts';
import { drawnAsBox } from './glyph-probe.ts';
import { withoutMachineFonts } from './missing-glyph-family.ts';
import { findRareHan, sliceOf } from './rare-han.ts';

const require = createRequire(import.meta.url);

export type Family = 'sans' | 'serif' | 'mono';

interface Face {
  /** The @fontsource package and the subset of it. */
  pack: string;
  subset: string;
  weights: number[];
  /** Characters that need this face. Without `needs` it is always listed. */
  needs?: RegExp;
}

const ALL = [400, 500, 600, 700, 800];
const TWO = [400, 700];

const latin = (pack: string): Face[] => [
  { pack, subset: 'latin', weights: ALL },
  {
    pack,
    subset: 'latin-ext',
    weights: ALL,
    needs: /[\u0100-\u02ff\u1d00-\u1eff\u2020\u20a0-\u20c0\u2c60-\u2c7f\ua720-\ua7ff]|\p{Mn}/u,
  },
  { pack, subset: 'vietnamese', weights: ALL, needs: /[\u0102-\u01b0\u1ea0-\u1ef9\u20ab]|\p{Mn}/u },
  { pack, subset: 'greek', weights: ALL, needs: /\p{Script=Greek}/u },
  { pack, subset: 'greek-ext', weights: ALL, needs: /[\u1f00-\u1fff]/ },
  { pack, subset: 'cyrillic', weights: ALL, needs: /\p{Script=Cyrillic}|№/u },
  { pack, subset: 'cyrillic-ext', weights: ALL, needs: /\p{Script=Cyrillic}/u },
];

const JAPANESE: Face = {
  pack: 'biz-udpgothic',
  subset: 'japanese',
  weights: TWO,
  needs: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
};
const CHINESE: Face = {
  pack: 'noto-sans-sc',
  subset: 'chinese-simplified',
  weights: TWO,
  needs: /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
};

/** A script that has a package of its own, named like it. */
const script = (subset: string, needs: RegExp): Face => ({
  pack: `noto-sans-${subset}`,
  subset,
  weights: TWO,
  needs,
});

/**
 * The fallback, in this order, for what the Latin, Greek and Cyrillic faces lack: every script that UAX #31 (table 5)
 * recommends. Chinese characters are drawn in the Japanese forms when kana stand beside them, else in the Chinese
 * ones. Emoji are monochrome, because coloured ones are illegible in black and white.
 */
const FALLBACK: Face[] = [
  { pack: 'noto-sans', subset: 'devanagari', weights: ALL, needs: /\p{Script_Extensions=Devanagari}/u },
  script('arabic', /\p{Script_Extensions=Arabic}/u),
  script('hebrew', /\p{Script=Hebrew}/u),
  script('thai', /\p{Script=Thai}/u),
  script('lao', /\p{Script=Lao}/u),
  script('khmer', /\p{Script=Khmer}/u),
  script('myanmar', /\p{Script=Myanmar}/u),
  { pack: 'noto-serif-tibetan', subset: 'tibetan', weights: TWO, needs: /\p{Script=Tibetan}/u },
  script('bengali', /\p{Script=Bengali}/u),
  script('tamil', /\p{Script=Tamil}/u),
  script('telugu', /\p{Script=Telugu}/u),
  script('kannada', /\p{Script=Kannada}/u),
  script('malayalam', /\p{Script=Malayalam}/u),
  script('gujarati', /\p{Script=Gujarati}/u),
  script('gurmukhi', /\p{Script=Gurmukhi}/u),
  script('oriya', /\p{Script=Oriya}/u),
  script('sinhala', /\p{Script=Sinhala}/u),
  script('thaana', /\p{Script=Thaana}/u),
  script('georgian', /\p{Script=Georgian}/u),
  script('armenian', /\p{Script=Armenian}/u),
  script('ethiopic', /\p{Script=Ethiopic}/u),
  JAPANESE,
  CHINESE,
  { pack: 'nanum-gothic', subset: 'korean', weights: TWO, needs: /\p{Script=Hangul}/u },
  {
    pack: 'noto-emoji',
    subset: 'emoji',
    weights: TWO,
    needs: /[\p{Emoji_Presentation}\u{1f000}-\u{1faff}]|\ufe0f/u,
  },
  { pack: 'noto-sans-symbols', subset: 'symbols', weights: TWO, needs: /[\u2100-\u2bff]/ },
  {
    pack: 'noto-sans-symbols-2',
    subset: 'symbols',
    weights: [400],
    needs: /[\u2100-\u2bff\u{1d000}-\u{1f2ff}]/u,
  },
  { pack: 'noto-emoji', subset: 'emoji', weights: TWO, needs: /\p{Extended_Pictographic}/u },
];

/** Signs of all languages: punctuation, currencies, arrows, mathematics, blocks, units. */
const SIGN = /[\u2010-\u2bff\u3000-\u303f\u3200-\u33ff]/gu;

const FACES: Record<Family, Face[]> = {
  sans: [...latin('noto-sans'), ...FALLBACK],
  serif: [...latin('noto-serif'), ...FALLBACK],
  mono: [...latin('noto-sans-mono'), ...FALLBACK],
};

/**
 * The CSS family list for a text, most wanted first. Every face has a name of its own and all that are needed are
 * listed, because the canvas looks nowhere else. Files are registered when a text first needs them, because the
 * Chinese one alone is a megabyte. Characters that no face has appear as an empty box.
 */
export function familiesFor(text: string, family: Family, weight: number): string {
  const names: string[] = [];
  for (const face of FACES[family]) {
    if (face.needs && !face.needs.test(text)) continue;
    const near = nearest(face.weights, weight);
    const name = register(face, near);
    if (!names.includes(name)) names.push(name);
    if (face !== CHINESE) continue;
    const { slices, lacking } = findRareHan(text, name);
    for (const subset of slices) names.push(register({ ...CHINESE, subset }, near));
    if (lacking && !names.some((known) => known.startsWith(JAPANESE.pack)))
      names.push(register(JAPANESE, nearest(JAPANESE.weights, weight)));
  }
  for (const [sign] of text.matchAll(SIGN)) {
    const subset = sliceWith(sign, family);
    if (!subset) continue;
    const name = register({ ...CHINESE, subset }, nearest(CHINESE.weights, weight));
    if (!names.includes(name)) names.push(name);
  }
  return listOf(names);
}

const listOf = (names: string[]) => withoutMachineFonts(names.map((name) => `"${name}"`).join(', '));

const slicesOfSigns = new Map<string, string | undefined>();

/** The slice of the Chinese package with a character that its faces lack. */
function sliceWith(sign: string, family: Family): string | undefined {
  const key = family + sign;
  if (!slicesOfSigns.has(key)) {
    const faces = FACES[family].filter(({ needs }) => !needs || needs.test(sign));
    const names = faces.map((face) => register(face, nearest(face.weights, 400)));
    slicesOfSigns.set(key, drawnAsBox([sign], listOf(names)).length > 0 ? sliceOf(sign) : undefined);
  }
  return slicesOfSigns.get(key);
}

/** The WOFF files of every face, Latin ones first, in a plain and a bold weight where they have one. */
export function fontFiles(): string[] {
  const faces = [
    ...Object.values(FACES).flatMap((all) => all.filter((face) => !FALLBACK.includes(face))),
    ...FALLBACK,
  ];
  const files = faces.flatMap(({ pack, subset, weights }) =>
    TWO.filter((weight) => weights.includes(weight)).map(
      (weight) => `@fontsource/${pack}/files/${pack}-${subset}-${weight}-normal.woff`,
    ),
  );
  return [...new Set(files)].map((file) => require.resolve(file));
}

function nearest(weights: number[], wanted: number): number {
  return weights.reduce((best, weight) =>
    Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best,
  );
}

/** Cached, because asking the canvas takes longer than drawing the word. */
const registered = new Set<string>();

/** Registered fonts are visible in every thread of the process, so another thread may have registered this one. */
function register(face: Face, weight: number): string {
  const name = `${face.pack} ${face.subset} ${weight}`;
  if (registered.has(name)) return name;
  if (!GlobalFonts.has(name)) {
    const file = `@fontsource/${face.pack}/files/${face.pack}-${face.subset}-${weight}-normal.woff2`;
    if (!GlobalFonts.registerFromPath(require.resolve(file), name)) throw new Error(`cannot load ${file}`);
  }
  registered.add(name);
  return name;
}
