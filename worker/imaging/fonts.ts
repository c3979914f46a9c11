import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);

export type Family = 'sans' | 'serif' | 'mono';

interface Face {
  /** The @fontsource package and the subset of it. */
  pack: string;
  subset: string;
  weights: number[];
  /** What calls for it; none: always there. */
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
    needs: /[\u0100-\u02ff\u1d00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]|\p{Mn}/u,
  },
  { pack, subset: 'vietnamese', weights: ALL, needs: /[\u0102-\u01b0\u1ea0-\u1ef9\u20ab]|\p{Mn}/u },
  { pack, subset: 'greek', weights: ALL, needs: /\p{Script=Greek}/u },
  { pack, subset: 'greek-ext', weights: ALL, needs: /[\u1f00-\u1fff]/ },
  { pack, subset: 'cyrillic', weights: ALL, needs: /\p{Script=Cyrillic}|№/u },
  { pack, subset: 'cyrillic-ext', weights: ALL, needs: /\p{Script=Cyrillic}/u },
];

/**
 * The fallback, in this order, for what the Latin, Greek and Cyrillic faces lack. Chinese characters are drawn in
 * the Japanese forms when kana stand beside them, else in the Chinese ones. Emoji are the monochrome ones: colour
 * ones turn to mud in black and white.
 */
const FALLBACK: Face[] = [
  { pack: 'noto-sans', subset: 'devanagari', weights: ALL, needs: /\p{Script=Devanagari}/u },
  { pack: 'noto-sans-arabic', subset: 'arabic', weights: TWO, needs: /\p{Script=Arabic}/u },
  { pack: 'noto-sans-hebrew', subset: 'hebrew', weights: TWO, needs: /\p{Script=Hebrew}/u },
  { pack: 'noto-sans-thai', subset: 'thai', weights: TWO, needs: /\p{Script=Thai}/u },
  {
    pack: 'biz-udpgothic',
    subset: 'japanese',
    weights: TWO,
    needs: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  {
    pack: 'noto-sans-sc',
    subset: 'chinese-simplified',
    weights: TWO,
    needs: /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
  },
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

const FACES: Record<Family, Face[]> = {
  sans: [...latin('noto-sans'), ...FALLBACK],
  serif: [...latin('noto-serif'), ...FALLBACK],
  mono: [...latin('noto-sans-mono'), ...FALLBACK],
};

/**
 * The CSS family list for a text, most wanted first. Every face has a name of its own and all that are needed are
 * listed, because the canvas looks nowhere else. Files are registered when a text first needs them: the Chinese
 * one alone is a megabyte. What no face has appears as an empty box.
 */
export function familiesFor(text: string, family: Family, weight: number): string {
  const names: string[] = [];
  for (const face of FACES[family]) {
    if (face.needs && !face.needs.test(text)) continue;
    const name = register(face, nearest(face.weights, weight));
    if (!names.includes(name)) names.push(name);
  }
  return names.map((name) => `"${name}"`).join(', ');
}

function nearest(weights: number[], wanted: number): number {
  return weights.reduce((best, weight) =>
    Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best,
  );
}

/** Asking the canvas each time costs more than drawing the word. */
const registered = new Set<string>();

/** Registered fonts are visible in every thread of the process, so another one may have been first. */
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
