import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Detector = typeof import('eld/small').eld;

let loaded: Detector | undefined;

/** Read with the first text that needs it: half a second and 30 MB that most processes can do without. */
function detector(): Detector {
  loaded ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('eld/small'))).eld as Detector;
  return loaded;
}

/** Reads what guesses need, for who does not want to wait for it later. */
export function loadLanguages(): void {
  detector();
}

/** Letters below which n-grams guess wildly. */
const MIN_LETTERS = 12;
/** Letters below which a guess must be a sure one. */
const SHORT = 60;
/** Characters that are looked at: enough to tell, little enough to be quick. */
const SAMPLE = 2000;

/** Scripts that belong to one language, or to one above all. */
const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Georgian}/gu, 'ka'],
];

/** The language of a text by its script, else by n-grams (Nito-ELD); ISO 639-1, null when it is too short to tell. */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [script, language] of SCRIPTS) {
    const count = sample.match(script)?.length ?? 0;
    // Japanese is told by its kana, which are fewer than the ideographs between them.
    if (count > letters * (language === 'ja' ? 0.08 : 0.4)) return language;
  }
  if (letters < MIN_LETTERS) return null;
  const words = sample.split(/\s+/u).filter((word) => !word.includes('://') && !word.includes('@'));
  const found = detector().detect(words.join(' '));
  // Of a few words only a sure guess is of use: pages speak the language that is found.
  if (letters < SHORT && !found.isReliable()) return null;
  return found.language || null;
}
