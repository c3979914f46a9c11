import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDetector, type Detector } from './eld.ts';
import { ngramTable } from './ngram-table.ts';

/** `make` writes it: build.ts. */
const DATA = fileURLToPath(new URL('../../../dist/languages', import.meta.url));

let loaded: Detector | undefined;

/** Loads the detector for the first text that needs it. */
function detector(): Detector {
  loaded ??= loadDetector();
  return loaded;
}

/** Loads the detector in advance. */
export function loadLanguages(): void {
  detector();
}

/** @throws when the file was not written */
function loadDetector(): Detector {
  let text: string;
  try {
    text = readFileSync(DATA, 'latin1');
  } catch (cause) {
    throw new Error('dist/languages is missing: run `make prepare`', { cause });
  }
  const end = text.indexOf('\n');
  return createDetector({ ...JSON.parse(text.slice(0, end)), ngrams: ngramTable(text.slice(end + 1)) });
}

/** Number of letters below which n-grams are useless. */
const MIN_LETTERS = 12;
/** Number of letters below which only a reliable guess is accepted. */
const MIN_RELIABLE_LETTERS = 60;
/** Number of characters that are examined. */
const SAMPLE_CHARACTERS = 2000;

/** Scripts of one language, or of one main language. */
const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Myanmar}/gu, 'my'],
];

/** The language of a text by its script, else by n-grams (Nito-ELD); ISO 639-1, null when it is too short to tell. */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [script, language] of SCRIPTS) {
    const count = sample.match(script)?.length ?? 0;
    // Japanese is recognised by its kana, although it has more ideographs.
    if (count > letters * (language === 'ja' ? 0.08 : 0.4)) return language;
  }
  if (letters < MIN_LETTERS) return null;
  const words = sample.split(/\s+/u).filter((word) => !word.includes('://') && !word.includes('@'));
  const found = detector().detect(words.join(' '));
  // For a few words only a reliable guess is taken, because the page's own words are in that language.
  if (letters < MIN_RELIABLE_LETTERS && !found.isReliable()) return null;
  return found.language || null;
}
