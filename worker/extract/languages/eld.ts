import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The private parts of eld that this project reaches into: its exports bind the detector to n-grams that are slow to load. Its
 * version is exact, and test/worker/extract/languages notices a change.
 */
const require = createRequire(import.meta.url);
const load = (path: string) =>
  require(fileURLToPath(new URL(`../${path}`, import.meta.resolve('eld/small'))));

/** What a detector is made of. */
export interface EldData {
  type: string;
  /** Codes of ISO 639-1 by the numbers that stand for them in the scores. */
  languages: Record<string, string>;
  ngrams: Record<string, Record<string, number>>;
}

export type Detector = typeof import('eld/small').eld;

/** The data of `eld/small`. */
export function loadEldData(): EldData {
  return load('ngrams/small.js').ngramsData;
}

/** A detector with the data given. */
export function createDetector(data: EldData): Detector {
  const { instance, loadData } = load('languageDetector.js').createEld();
  loadData(data);
  return instance;
}
